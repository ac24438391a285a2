import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { workspace } from './cleanup.ts'
import { flagKey } from './data.ts'
import { load, type Slice, scriptOf } from './load.ts'
import { figureOf, median } from './report.ts'
import { bindings, prepareState, register, signIn } from './state.ts'
import { type Running, start } from './workers.ts'

// The middleware and the log: what many IP rules and the access log cost a request, and what a page of a full log costs.

const RULES = [10, 1_000] as const
/** Entries in the recent log before its pages are measured: slightly more than it keeps. */
const FULL = 52_000
const EVALUATION = `/v1/feature-flags/${flagKey(100)}/evaluate`

interface Ratio {
	name: string
	requests_per_s: [Slice[], Slice[]]
	target: number
}

interface Page {
	name: string
	slices: Slice[]
}

interface Gate {
	ratios: Ratio[]
	pages: Page[]
	entries: number
}

interface Plan {
	script: string
	rounds: number
	warm_up_s: number
	slice_s: number
	connections: number
	say: (text: string) => void
}

interface Side {
	running: Running
	token: string
	path: string
}

export async function measureGate(plan: Plan): Promise<Gate> {
	const { script, say } = plan
	const filled = join(workspace, 'gate')
	const token = await prepareState(script, filled)
	const startCopy = (name: string, extra: Record<string, string> = {}) => {
		const state = join(workspace, `gate-${name}`)
		cpSync(filled, state, { recursive: true })
		return start({ script, state, bindings: { ...bindings, ...extra } })
	}
	const on = await startCopy('on')
	const off = await startCopy('off', { ACCESS_LOG: 'off' })
	try {
		say('Requests under 10 and under 1,000 IP rules …')
		const members = await Promise.all(RULES.map((count) => memberUnder(on, count)))
		const [few, many] = members.map((member): Side => ({ running: on, token: member, path: EVALUATION })) as [
			Side,
			Side,
		]
		const ratios = [await ratioOf('flag evaluation under 1,000 IP rules to 10', 0.9, many, few, plan)]
		say('Requests with the log on and off …')
		for (const path of ['/healthz', EVALUATION, `/v1/feature-flags/${flagKey(100)}`]) {
			const [logged, silent] = [on, off].map((running): Side => ({ running, token, path })) as [Side, Side]
			ratios.push(
				await ratioOf(
					`${path.replace(/bench\S+?(?=\/|$)/, '{key}')} with the log on to off`,
					0.9,
					logged,
					silent,
					plan,
				),
			)
		}
		say(`Filling the log with ${FULL.toLocaleString('en')} requests …`)
		const root = await signIn(on)
		await fillLog(on, root)
		const pages: Page[] = []
		for (const [name, query] of PAGES) {
			say(`A page of the full log: ${name} …`)
			const side = { running: on, token: root, path: `/v1/admin/access-log?${query}` }
			await slice(side, plan.warm_up_s, 1)
			const slices: Slice[] = []
			for (let round = 0; round < plan.rounds; round += 1) slices.push(await slice(side, plan.slice_s, 1))
			pages.push({ name, slices })
		}
		return { ratios, pages, entries: FULL }
	} finally {
		await Promise.all([on.stop(), off.stop()])
	}
}

const PAGES: [string, string][] = [
	['no filter', 'limit=50'],
	['path of every tenth', `limit=50&path=${EVALUATION}`],
	['path of one in a thousand', 'limit=50&path=/v1/plans'],
	['an address that none has', 'limit=50&ip=203.0.113.99'],
	['a risk that none has', 'limit=50&risk_min=0.9'],
]

/** A member of their own org with this many rules, one of which allows them. */
async function memberUnder(running: Running, count: number): Promise<string> {
	const { access_token, org_id } = await register(running, `member-${count}`)
	const db = await running.database()
	await db
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
			INSERT INTO ip_rules (id, org_id, type, cidr, created_at)
			SELECT 'ipr_' || ?1 || i, ?1, 'allowlist', printf('10.%d.%d.0/25', i / 250, i % 250), '2026-11-21T07:00:00.000Z' FROM n
			UNION ALL SELECT 'ipr_' || ?1, ?1, 'allowlist', '127.0.0.1/32', '2026-11-21T07:00:00.000Z'`,
		)
		.bind(org_id)
		.run()
	return access_token
}

const slice = ({ running, token, path }: Side, seconds: number, connections: number) =>
	load({
		url: running.url + path,
		pid: running.pid,
		script: scriptOf({ name: 'gate', method: 'GET', path }),
		token,
		seconds,
		connections,
	})

async function ratioOf(name: string, target: number, one: Side, other: Side, plan: Plan): Promise<Ratio> {
	const take = (side: Side, seconds: number) => slice(side, seconds, plan.connections)
	await take(one, plan.warm_up_s)
	await take(other, plan.warm_up_s)
	const requests_per_s: [Slice[], Slice[]] = [[], []]
	for (let round = 0; round < plan.rounds; round += 1) {
		// The order alternates every round, so whatever the first leaves behind burdens both equally.
		const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
		for (const index of order) requests_per_s[index].push(await take([one, other][index] as Side, plan.slice_s))
	}
	return { name, target, requests_per_s }
}

/** Nine of ten requests to one path, one of ten to another, and one in a thousand to a third. */
async function fillLog(running: Running, token: string): Promise<void> {
	const headers = { Authorization: `Bearer ${token}` }
	const get = async (path: string) => (await fetch(running.url + path, { headers })).arrayBuffer()
	for (let sent = 0; sent < FULL; sent += 1_000) {
		const paths = Array.from({ length: 1_000 }, (_, i) =>
			i === 0 ? '/v1/plans' : i % 10 === 0 ? EVALUATION : '/healthz',
		)
		for (let start = 0; start < 1_000; start += 50) await Promise.all(paths.slice(start, start + 50).map(get))
	}
}

const perSecond = (slices: Slice[]) => slices.map((one) => figureOf(one, 'requests_per_s'))
const ratio = ({ requests_per_s: [one, other] }: Ratio) =>
	median(perSecond(one).map((value, round) => value / (perSecond(other)[round] ?? Number.NaN)))

/** The names of the paths that missed their target. */
export const missedAtGate = ({ ratios }: Gate) =>
	ratios.filter((one) => !(ratio(one) >= one.target)).map(({ name }) => name)

/** The printed lines. */
export function gateLines({ ratios, pages, entries }: Gate): string {
	const middle = (slices: Slice[], figure: 'requests_per_s' | 'p50_ms' | 'p95_ms') =>
		median(slices.map((one) => figureOf(one, figure)))
	return [
		'| what | req/s | to req/s | ratio | target |',
		'| --- | ---: | ---: | ---: | ---: |',
		...ratios.map((one) => {
			const [mine, theirs] = one.requests_per_s.map((slices) => median(perSecond(slices)).toFixed(0))
			return `| ${one.name} | ${mine} | ${theirs} | ${ratio(one).toFixed(2)} | ≥ ${one.target} |`
		}),
		'',
		`| page of a log of ${entries.toLocaleString('en')} requests | req/s | p50 ms | p95 ms |`,
		'| --- | ---: | ---: | ---: |',
		...pages.map(
			({ name, slices }) =>
				`| ${name} | ${middle(slices, 'requests_per_s').toFixed(0)} | ${middle(slices, 'p50_ms').toFixed(1)} | ${middle(slices, 'p95_ms').toFixed(1)} |`,
		),
	].join('\n')
}
