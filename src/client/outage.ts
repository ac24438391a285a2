import type { Refusal } from './errors.ts'
import type { Records } from './store.ts'
import type { BeginInput } from './types.ts'

const MOST = 1_000
/** The key itself was refused. Whatever succeeds takes that back. */
const KEY = 'key'

/** What limits the runs that start without Plinth: who was refused last, and what such runs can use together. */
export class Outage {
	private readonly records: Records | undefined
	private readonly credits: number
	/** The subjects whose last word was a refusal. */
	private refused = new Set<string>()
	/** What each local run takes or holds. */
	private readonly taken = new Map<string, number>()

	constructor(records: Records | undefined, credits: number) {
		this.records = records
		this.credits = credits
	}

	async load(): Promise<void> {
		const stored = (await this.records?.read('refused')) as string[] | undefined
		for (const subject of stored ?? []) this.refused.add(subject)
	}

	isRefused(run: BeginInput): boolean {
		return [KEY, ...subjectsOf(run)].some((subject) => this.refused.has(subject))
	}

	/** Plinth refused to begin the run. */
	refuse(run: BeginInput, { error, details }: Refusal): Promise<void> {
		return this.change(() => this.refused.add(subjectOf(run, error, details.scope)))
	}

	refuseKey(): Promise<void> {
		return this.change(() => this.refused.add(KEY))
	}

	/** The run began. */
	accept(run: BeginInput): Promise<void> {
		return this.change(() => subjectsOf(run).forEach((subject) => this.refused.delete(subject)))
	}

	acceptKey(): Promise<void> {
		return this.change(() => this.refused.delete(KEY))
	}

	/** Whether a local run may take so many credits in all, beside the others. If so they're its own. */
	take(run_id: string, credits: number): boolean {
		let others = 0
		for (const [id, taken] of this.taken) if (id !== run_id) others += taken
		if (others + credits > this.credits) return false
		this.taken.set(run_id, credits)
		return true
	}

	/** Whether there's room for so many credits more. */
	hasRoom(credits: number): boolean {
		let all = 0
		for (const taken of this.taken.values()) all += taken
		return all + credits <= this.credits
	}

	/** Plinth knows the run now. */
	release(run_id: string) {
		this.taken.delete(run_id)
	}

	private async change(work: () => unknown): Promise<void> {
		const before = [...this.refused]
		work()
		for (const oldest of this.refused) if (this.refused.size > MOST) this.refused.delete(oldest)
		const isSame = before.length === this.refused.size && before.every((subject) => this.refused.has(subject))
		if (!isSame) await this.records?.write('refused', [...this.refused])
	}
}

const SCOPES = ['org', 'user', 'agent'] as const

/** The subjects of a run, each a text. Users and agents are those of an org. */
function subjectsOf({ org_id = '', user_id, agent_id, selector = '' }: BeginInput): string[] {
	return [
		'platform',
		`org ${org_id}`,
		...(user_id === undefined ? [] : [`user ${org_id} ${user_id}`]),
		...(agent_id === undefined ? [] : [`agent ${org_id} ${agent_id}`]),
		`selector ${org_id} ${selector}`,
	]
}

/** Which of them was refused. Of a model, provider or key we only know that this selector led there. */
function subjectOf(run: BeginInput, error: string, scope: unknown): string {
	if (error === 'credits.insufficient') return `org ${run.org_id ?? ''}`
	if (scope === 'platform') return 'platform'
	const named = SCOPES.find((known) => known === scope)
	const subjects = subjectsOf(run)
	return (
		subjects.find((subject) => named !== undefined && subject.startsWith(`${named} `)) ?? (subjects.at(-1) as string)
	)
}
