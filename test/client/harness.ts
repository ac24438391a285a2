import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Backend, World } from './backend.ts'
import type { Case, ClientOptions, Expected, ServerStep, Step } from './cases.ts'
import type { Driver, Drivers } from './driving.ts'
import { differences, type Happened } from './expectations.ts'
import { privateKey, publicKey } from './keys.ts'
import { Network, type Rule } from './network.ts'

const LIMIT_MS = 60_000
/** Reports that were answered before they were written are written within seconds. */
const WRITTEN_MS = 20_000
let cases = 0

/** Runs cases with the drivers of one language against one server. */
export class Harness {
	private readonly network: Network
	private readonly backend: Backend
	private readonly drivers: Drivers
	private running: Driver | undefined

	constructor(backend: Backend, drivers: Drivers) {
		this.backend = backend
		this.network = new Network(backend)
		this.drivers = drivers
	}

	listen(): Promise<void> {
		return this.network.listen()
	}

	async stop(): Promise<void> {
		await Promise.all([this.drivers.stop(), this.running?.end('SIGKILL')])
		this.network.close()
	}

	/** What differs from what the case expects, in sentences. */
	async run(one: Case): Promise<string[]> {
		cases += 1
		const place = `case-${cases}`
		const begun_ms = Date.now()
		this.network.begin(place, begun_ms)
		const isOwn = one.world !== undefined || one.runs !== undefined || one.steps.some(({ server }) => server)
		const world = await this.backend.world({ org: `org_${place}`, credits: one.world?.credits ?? 1_000, isOwn })
		if (!world.isKept) await this.backend.change({ register: await publicKey('a') })
		const run = new RunningCase(one, { ...this.parts(), place, begun_ms, world })
		try {
			return await run.follow()
		} finally {
			await run.end()
		}
	}

	private parts() {
		const { network, backend } = this
		return {
			network,
			backend,
			/** The process that a case begins with. It's kept for the next one, if it survives. */
			first: async () => (this.running ??= await this.drivers.start()),
			another: async () => this.drivers.start(),
			keep: (driver: Driver | undefined) => {
				this.running = driver
			},
		}
	}
}

interface Parts extends ReturnType<Harness['parts']> {
	place: string
	begun_ms: number
	world: World
}

class RunningCase {
	private readonly one: Case
	private readonly parts: Parts
	private readonly store: string
	private readonly drivers = new Map<string, Driver>()
	private options: ClientOptions

	constructor(one: Case, parts: Parts) {
		this.one = one
		this.parts = parts
		this.options = one.client ?? {}
		this.store = mkdtempSync(join(tmpdir(), 'plinth-client-'))
	}

	async follow(): Promise<string[]> {
		this.drivers.set('a', await this.parts.first())
		await this.open('a')
		for (const [index, step] of this.one.steps.entries()) {
			const found = await this.take(step)
			if (found.length > 0)
				return found.map((sentence) => `step ${index + 1}, ${JSON.stringify(step).slice(0, 160)}: ${sentence}`)
		}
		return [...(await this.compareLedger(Date.now() + WRITTEN_MS)), ...this.leaks()]
	}

	async end(): Promise<void> {
		for (const [client, driver] of this.drivers) if (client !== 'a') await driver.end('SIGKILL')
		rmSync(this.store, { recursive: true, force: true })
	}

	private async take(step: Step): Promise<string[]> {
		const { network } = this.parts
		if (step.network !== undefined) network.rules = rulesOf(this.named(step.network) as Step['network'])
		if (step.server) await this.change(step.server)
		if (step.store && !step.restart) this.alter(step.store)
		if (step.open) {
			this.drivers.set(step.open, await this.parts.another())
			await this.open(step.open, step.client)
		}
		if (step.restart) await this.restart(step)
		if (step.clock !== undefined) await this.drivers.get('a')?.send({ do: 'clock', ms: step.clock })
		if (step.make) {
			const reply = await this.open('a', step.make)
			return differences(step.expect ?? {}, { events: [], seen: [], ...reply })
		}
		if (step.call !== undefined || step.wait !== undefined) return this.command(step)
		return []
	}

	private async command({ call, wait, by = 'a', expect = {}, ...step }: Step): Promise<string[]> {
		const { network } = this.parts
		network.seen = []
		const { deadline_ms, abort_after_ms, repeat, limit_ms = LIMIT_MS } = step
		const options = { deadline_ms, abort_after_ms, repeat, limit_ms }
		const command =
			call === undefined
				? { do: 'wait', ms: wait }
				: { do: 'call', method: call, args: this.named(step.args ?? {}), ...options }
		const reply = (await this.drivers.get(by)?.send(command)) as unknown as Happened & { events: { type: string }[] }
		const { events } = reply
		const expected = this.named(expect) as Expected
		// The clock of the real Worker doesn't move with the case.
		const isFollowed = this.parts.backend.now_ms !== undefined || this.one.client?.ahead_ms !== undefined
		const told = isFollowed ? events : events.filter(({ type }) => type !== 'skewed')
		return differences(expected, { ...reply, events: told, seen: network.seen })
	}

	private async change({ register, unregister, ...change }: ServerStep) {
		await this.parts.backend.change({
			...(this.named(change) as ServerStep as object),
			...(register && { register: await publicKey(register) }),
			...(unregister && { unregister: await publicKey(unregister) }),
		})
	}

	private async restart({ restart, store, client }: Step) {
		const driver = this.drivers.get('a')
		if (restart === 'close') await driver?.send({ do: 'call', method: 'close', args: {}, limit_ms: LIMIT_MS })
		this.parts.keep(undefined)
		await driver?.end(restart === 'term' ? 'SIGTERM' : 'SIGKILL')
		if (store === 'lose') this.alter('delete')
		const next = await this.parts.another()
		this.parts.keep(next)
		this.drivers.set('a', next)
		this.options = { ...this.options, ...client }
		await this.open('a')
	}

	/** Makes a client in a process. */
	private async open(client: string, more: ClientOptions = {}) {
		const { network, begun_ms, place } = this.parts
		const { store, keys = ['a'], ahead_ms = 0, key = '$key', ...rest } = { ...this.options, ...more }
		const url = `${network.url}/${place}`
		const private_keys = await Promise.all(keys.map(privateKey))
		const given = { url, private_keys, ...rest, key: this.named(key), store: store ? this.store : null }
		const times = { elapsed: network.elapsed, now_ms: begun_ms + ahead_ms }
		const command = { do: 'new', control: `${url}/control`, client, ...times, options: given }
		return (await this.drivers.get(client)?.send(command)) as Partial<Happened>
	}

	private alter(how: Step['store']) {
		const files = readdirSync(this.store).filter((file) => file !== 'lock' && !file.endsWith('.part'))
		const paths = files.toSorted().map((file) => join(this.store, file))
		if (how === 'delete') for (const path of paths) rmSync(path)
		if (how === 'swap') {
			const [one = '', other = ''] = paths.filter((path) => path.includes('known'))
			const [first, second] = [readFileSync(one), readFileSync(other)]
			writeFileSync(one, second)
			writeFileSync(other, first)
		}
		if (how !== 'body' && how !== 'mac') return
		for (const path of paths) {
			const record = JSON.parse(readFileSync(path, 'utf8')) as { body: string; mac: string }
			const text = record[how]
			record[how] =
				how === 'mac'
					? (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
					: text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))
			writeFileSync(path, JSON.stringify(record))
		}
	}

	private async compareLedger(until: number): Promise<string[]> {
		const { ledger, runs, entries } = this.one
		if (!ledger && !runs && entries === undefined) return []
		const found = await this.parts.backend.ledger(this.parts.world.isKept === undefined ? '' : this.runs)
		const all = Object.values(found.runs)
		const sum = { count: all.length, credits: all.reduce((total, { credits }) => total + credits, 0) }
		const expected = this.named(ledger) as Record<string, unknown> | undefined
		const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
		const sorted = (object: object) => Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1))
		const differing = [
			...(expected && !isSame(sorted(expected), sorted(found.runs))
				? [`ledger: found ${JSON.stringify(found.runs)}`]
				: []),
			...(runs && !isSame(runs, sum) ? [`runs: found ${JSON.stringify(sum)}`] : []),
			...(entries !== undefined && entries !== found.entries ? [`entries: found ${found.entries}`] : []),
		]
		if (differing.length === 0 || this.parts.backend.now_ms !== undefined || Date.now() > until) return differing
		await sleep(200)
		return this.compareLedger(until)
	}

	/** The texts of `absent` that the store has. */
	private leaks(): string[] {
		const stored = readdirSync(this.store).map((file) => readFileSync(join(this.store, file), 'utf8'))
		return (this.one.absent ?? [])
			.filter((text) => stored.some((content) => content.includes(text)))
			.map((text) => `the store has ${text}`)
	}

	/** How the IDs of its runs begin. */
	private get runs(): string {
		return `${this.parts.world.org}-${this.parts.place}-run-`
	}

	/** With the names of this run of the case. */
	private named(value: unknown): unknown {
		if (value === undefined) return undefined
		const { org, key, other_key } = this.parts.world
		const json = JSON.stringify(value)
			.replaceAll('$org', org)
			.replaceAll('$other_key', other_key)
			.replaceAll('$key', key)
			.replaceAll('$run-', this.runs)
		return JSON.parse(json) as unknown
	}
}

function rulesOf(network: Step['network']): Rule[] {
	if (network === undefined || network === 'up') return []
	return [network].flat().map((rule) => (typeof rule === 'string' ? { rule } : rule))
}
