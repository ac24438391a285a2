import { hashed, type Records } from './store.ts'

/** A question, by its kind and arguments. */
export interface Question {
	kind: 'model' | 'tool' | 'mcp' | 'flag' | 'entitlement' | 'terms'
	[argument: string]: unknown
}

/** The last answer to a question, with its credentials sealed as they came. */
export interface Known {
	question: Question
	value: unknown
	/** When Plinth gave it, and until when it may be used, in milliseconds of its clock. */
	at: number
	until: number
}

const MOST = 1_000
const DAY_MS = 86_400_000

interface Options {
	records: Records | undefined
	/** Seconds. */
	max_stale: number | undefined
	now: () => number
}

/** The last answer to each question, in memory and in the store: the thousand that were used last. */
export class KnownGood {
	/** Null for one that's in the store and was not needed yet. The first is the one that was used longest ago. */
	private readonly all = new Map<string, Known | null>()
	private readonly options: Options
	/** Counts the refusals of everything. An answer that was on its way to be kept when one came isn't kept. */
	private refusals = 0

	constructor(options: Options) {
		this.options = options
	}

	/** Learns what the store has. */
	async load(): Promise<void> {
		for (const name of (await this.options.records?.names('known/')) ?? [])
			if (!this.all.has(name)) this.all.set(name, null)
	}

	/** The answer, unless it's too old. */
	async get(question: Question): Promise<Known | undefined> {
		const name = await nameOf(question)
		const known = this.all.get(name) ?? (this.all.has(name) ? await this.read(name) : undefined)
		if (!known) return undefined
		this.all.delete(name)
		this.all.set(name, known)
		const { now, max_stale = Infinity } = this.options
		return now() < Math.min(known.until, known.at + max_stale * 1_000) ? known : undefined
	}

	private async read(name: string): Promise<Known | undefined> {
		const known = (await this.options.records?.read(name)) as Known | undefined
		// A refusal may have ended it meanwhile.
		if (this.all.get(name) || !this.all.has(name)) return this.all.get(name) ?? undefined
		// What a clock that was wrong has dated ahead may be used for its own time, from now.
		const early = known ? Math.max(known.at - this.options.now(), 0) : 0
		return known && { ...known, at: known.at - early, until: known.until - early }
	}

	/** `use_until` is that of its credentials. What has no seal and isn't to be seen stays in memory. */
	async put(question: Question, value: unknown, use_until?: number, inMemoryOnly = false): Promise<void> {
		const { refusals } = this
		const name = await nameOf(question)
		if (refusals !== this.refusals) return
		const at = this.options.now()
		const until = use_until ?? at + DAY_MS
		if (until <= at) return this.remove(name)
		const known = { question, value, at, until }
		this.all.delete(name)
		this.all.set(name, known)
		// What can't be stored is known to this process all the same.
		if (!inMemoryOnly) await this.options.records?.write(name, known).catch(() => undefined)
		for (const oldest of this.all.keys()) if (this.all.size > MOST) await this.remove(oldest)
	}

	async forget(question: Question): Promise<void> {
		await this.remove(await nameOf(question))
	}

	async forgetAll(): Promise<void> {
		this.refusals += 1
		await Promise.all([...this.all.keys()].map((name) => this.remove(name)))
	}

	private async remove(name: string): Promise<void> {
		this.all.delete(name)
		await this.options.records?.remove(name).catch(() => undefined)
	}
}

const nameOf = async (question: Question) => `known/${await hashed(canonical(question))}`

/** The same text for the same question, whatever the order of its members. */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
	const members = Object.entries(value).filter(([, member]) => member !== undefined)
	return `{${members
		.toSorted(([one], [other]) => (one < other ? -1 : 1))
		.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
		.join()}}`
}
