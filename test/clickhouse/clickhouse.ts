// `npm run test:clickhouse`: runs the archive's queries on a real ClickHouse, in both dialects, and compares them with plain
// JavaScript. Not part of `npm test`, since the engine is a package of half a gigabyte.
import { deepEqual, equal } from 'node:assert/strict'
import { type Archive, archiveOf } from '../../src/worker/traffic/access-log/archive/read.ts'
import { literal, type Sql } from '../../src/worker/traffic/access-log/archive/sql.ts'
import { type LogEntry, STATUS_CLASSES } from '../../src/worker/traffic/access-log/entry.ts'
import type { LogFilters } from '../../src/worker/traffic/access-log/schema.ts'
import { fill, inClickHouse, openEngine } from './engine.ts'
import { entriesOf, HOSTILE, randomOf } from './entries.ts'

const COUNT = 4_000
const DAY = 86_400_000

const engine = openEngine()
if (!engine) {
	console.error('This test needs chdb: `npm i --no-save chdb@3.4.0`, or CHDB=<a folder with it in node_modules>.')
	process.exit(1)
}

const random = randomOf(Number(process.env.SEED ?? 1))
const now = Date.now()
const entries = entriesOf(COUNT, now, random)
fill(engine, entries, random)
const kept = entries.filter(({ timestamp }) => Date.parse(timestamp) > now - 92 * DAY)

const report = { entries: COUNT, queries: 0, walks: 0, pages: 0, rows: 0, literals: 0 }
const run = (query: string, params: Sql['params']) => {
	report.queries += 1
	return engine.queryBind(query, params, 'JSON')
}

// Both readers are the real ones; only the store behind them is different.
const ANALYTICS_SQL = {
	query: async (sql: Sql) => {
		const { query, params } = inClickHouse(sql)
		return JSON.parse(run(query, params)) as unknown
	},
}
globalThis.fetch = async (_, init) => new Response(run(init?.body as string, {}))
const archives = Object.entries({
	binding: archiveOf({ ANALYTICS_SQL } as unknown as Env),
	http: archiveOf({ ANALYTICS_ACCOUNT_ID: 'account', ANALYTICS_API_TOKEN: 'token' } as Env),
}) as [string, Archive][]

const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T

/** A value that some entry has, for each filter. */
const filterOf: Record<keyof LogFilters, () => LogFilters> = {
	method: () => ({ method: pick(kept).method }),
	path: () => ({
		path: pick([pick(kept).path, '/v1/', '/v1/o', '', '/none', ...HOSTILE, ...HOSTILE.map((text) => `/v1/${text}`)]),
	}),
	ip: () => ({ ip: pick(kept).client_ip }),
	country: () => ({ country: pick(kept).country ?? 'US' }),
	ua_type: () => ({ ua_type: pick(kept).ua_type }),
	risk_min: () => ({ risk_min: pick([0, 0.000_000_1, 0.1, 0.3, 0.45, 0.451, 1]) }),
	trace_id: () => ({ trace_id: pick(kept).trace_id }),
	status_code: () => ({ status_code: pick(kept).status_code }),
	status_class: () => ({ status_class: pick(STATUS_CLASSES) }),
	user_id: () => ({ user_id: pick(kept).user_id ?? 'usr_none' }),
	org_id: () => ({ org_id: pick(kept).org_id ?? 'org_none' }),
	error: () => ({ error: pick(kept).error ?? 'conflict' }),
	reason: () => ({ reason: pick(kept).reason ?? 'none' }),
	decided_by: () => ({ decided_by: pick(kept).decided_by ?? 'limit:none' }),
	is_console_read: () => ({ is_console_read: pick([true, false]) }),
}

const passes = (filters: LogFilters) => (entry: LogEntry) =>
	Object.entries(filters).every(([name, wanted]) => {
		if (name === 'path') return entry.path.startsWith(wanted as string)
		if (name === 'status_class') return `${Math.floor(entry.status_code / 100)}xx` === wanted
		if (name === 'risk_min') return entry.risk_score >= (wanted as number)
		return entry[name === 'ip' ? 'client_ip' : (name as keyof LogEntry)] === wanted
	})

/** Pages from one cursor to another, or to the end, and compares every page with the same page of the array. */
async function walk(filters: LogFilters, limit: number) {
	const [a, b] = [pick(kept).id, pick(kept).id].sort()
	const edges = pick<{ since?: string | undefined; before?: string | undefined }>([
		{},
		{ since: a },
		{ before: b },
		{ since: a, before: b },
	])
	const all = kept.filter(passes(filters))
	for (const [dialect, archive] of archives) {
		const { since } = edges
		let { before } = edges
		report.walks += 1
		for (let page = 0; page < 30; page += 1) {
			const left = all.filter(({ id }) => (before === undefined || id < before) && (since === undefined || id > since))
			const expected = left.toReversed().slice(0, limit)
			const found = await archive.read({ filters, since, before, limit })
			deepEqual(found, expected, `${dialect} ${JSON.stringify({ filters, since, before, limit })}`)
			report.pages += 1
			report.rows += found.length
			if (found.length < limit) break
			before = found.at(-1)?.id
		}
	}
}

const names = Object.keys(filterOf) as (keyof LogFilters)[]
await walk({}, 200)
for (const path of [...HOSTILE, ...HOSTILE.map((text) => `/v1/${text}`)]) await walk({ path }, 200)
for (const name of names) for (let round = 0; round < 2; round += 1) await walk(filterOf[name](), 50)
for (let round = 0; round < 150; round += 1) {
	const some = names.filter(() => random() < 0.25)
	await walk(Object.assign({}, ...some.map((name) => filterOf[name]())), pick([1, 7, 50, 201]))
}

// A grammar would have refused these. As a literal, each equals itself and nothing else.
for (const text of HOSTILE) {
	const query = `SELECT blob8 FROM plinth_access_log WHERE blob8 = ${literal(text)} AND startsWith(blob8, ${literal(text)}) FORMAT JSON`
	const { data } = JSON.parse(run(query, {})) as { data: { blob8: string }[] }
	equal(data.length, entries.filter(({ user_agent }) => user_agent === text).length, text)
	for (const { blob8 } of data) equal(blob8, text)
	report.literals += 1
}

engine.cleanup()
for (const [what, count] of Object.entries(report)) console.log(`${what.padEnd(10)}${count}`)
