import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { counted } from '../support/d1.ts'
import { type Instance, instanceOn } from '../support/instance.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { moved, newOrg } from '../support/ledger.ts'
import {
	archiveRuns,
	claimDue,
	compactLedger,
	endRun,
	grantEveryMonth,
	now,
	placeOf,
	purgeWhile,
	shareOut,
	systemContext,
	verifyBalances,
	verifyLedgers,
} from '../support/program.ts'

const DAY_MS = 86_400_000
const ORGS = 9
/** So many that each org has two of one day to compact, whatever the random movements are. */
const ENTRIES = 60

let here: Instance
let orgs: string[]

beforeAll(async () => {
	here = await instanceOn()
	orgs = await Promise.all(Array.from({ length: ORGS }, () => newOrg(here)))
	for (const org_id of orgs) await moved(here, org_id, ENTRIES)
})

/** A context whose loops may send one step. */
const bounded = () => systemContext(env, undefined, { share: () => 1 })

/** Runs a job as a tick does, with one step. Without `ends`, the tick is killed after the step. */
async function tick(name: string, run: (...args: Parameters<typeof verifyLedgers>) => Promise<boolean>, ends = true) {
	const started_at = now()
	const c = bounded()
	await here.db.prepare("UPDATE jobs SET next_run_at = '', leased_until = '' WHERE name = ?").bind(name).run()
	const job = { name, every_ms: 6 * 3_600_000 }
	const places = await claimDue(c, [job], started_at)
	expect(places.has(name)).toBe(true)
	const own = bounded()
	let error: unknown
	const isBehind = await run(own, placeOf(own, name, places.get(name) ?? null, started_at)).catch((thrown: unknown) => {
		error = thrown
		return undefined
	})
	if (ends) await endRun(c, job, started_at, { last_error: error ? 'failed' : null, isBehind })
	vi.useFakeTimers({ now: Date.now() + 1_000, toFake: ['Date'] })
	return { isBehind, error: error as { name?: string } | undefined }
}

const jobRow = (name: string) =>
	here.db
		.prepare('SELECT place, unixepoch(next_run_at) - unixepoch(last_started_at) AS wait_s FROM jobs WHERE name = ?')
		.bind(name)
		.first<{ place: string | null; wait_s: number }>()

test('verify-ledgers keeps its place when a tick is killed, and reaches every account', async () => {
	const seen: number[] = []
	const step = (...[c, place]: Parameters<typeof verifyLedgers>) =>
		verifyLedgers(c, place, { accounts: 2, mark_every: 1 })
	let left: boolean | undefined = true
	for (let ticks = 0; left && ticks < 20; ticks += 1) {
		left = (await tick('verify-ledgers', step, ticks % 2 === 0)).isBehind
		seen.push((await here.db.prepare('SELECT count(*) AS n FROM ledger_marks').first<number>('n')) ?? 0)
	}
	expect(left).toBe(false)
	expect(seen.length).toBeGreaterThan(ORGS / 2)
	expect(seen.at(-1)).toBe(ORGS)
	expect(await jobRow('verify-ledgers')).toMatchObject({ place: null })
})

test('verify-ledgers tells a difference until the end of its walk, and continues at the next tick', async () => {
	const [first] = orgs.toSorted()
	await here.db.prepare('UPDATE credit_accounts SET balance = balance + 1 WHERE org_id = ?').bind(first).run()
	const step = (...[c, place]: Parameters<typeof verifyLedgers>) => verifyLedgers(c, place, { accounts: 2 })
	const names: (string | undefined)[] = []
	do {
		names.push((await tick('verify-ledgers', step)).error?.name)
		const { place, wait_s } = (await jobRow('verify-ledgers')) ?? {}
		expect(wait_s).toBe(place === null ? 6 * 3_600 - 5 : 55)
	} while ((await jobRow('verify-ledgers'))?.place !== null && names.length < 20)
	await here.db.prepare('UPDATE credit_accounts SET balance = balance - 1 WHERE org_id = ?').bind(first).run()
	expect(names.length).toBeGreaterThan(ORGS / 2)
	// The first read has the platform's own org or this one.
	expect(new Set(names.slice(1))).toEqual(new Set([`credits.differs:${first}`]))
})

test('a call of credits/verify stops in time and says where to continue', async () => {
	let org_count = 0
	let after: string | undefined
	let calls = 0
	do {
		const found = await verifyBalances(bounded(), { accounts: 2, after })
		expect(found.differences).toEqual([])
		org_count += found.org_count
		after = found.continue_after ?? undefined
		calls += 1
	} while (after !== undefined && calls < 20)
	expect(calls).toBeGreaterThan(ORGS / 2)
	expect(org_count).toBe(await here.db.prepare('SELECT count(*) AS n FROM credit_accounts').first('n'))
	const [, middle] = orgs.toSorted()
	expect((await here.post('/v1/admin/credits/verify', { after: middle }, 200)).body.org_count).toBeLessThan(org_count)
})

test('fold-ledger keeps its place, and compacts every ledger in its turn', async () => {
	vi.useFakeTimers({ now: Date.now() + 40 * DAY_MS, toFake: ['Date'] })
	const entries = (org_id: string) =>
		here.db.prepare('SELECT count(*) AS n FROM ledger_entries WHERE org_id = ?').bind(org_id).first<number>('n')
	const before = await Promise.all(orgs.map(entries))
	let left: boolean | undefined = true
	let ticks = 0
	for (; left && ticks < 40; ticks += 1)
		left = (await tick('fold-ledger', (c, place) => compactLedger(c, place, 2), ticks % 3 !== 0)).isBehind
	expect(left).toBe(false)
	expect(ticks).toBeGreaterThan(ORGS / 2)
	const after = await Promise.all(orgs.map(entries))
	for (const [index, count] of after.entries()) expect(count).toBeLessThan(before[index] ?? 0)
	expect((await verifyBalances(systemContext(env))).differences).toEqual([])
})

test('grant-monthly-credits keeps its place with each chunk, and every org gets its grant once', async () => {
	const entitlements = [{ key: 'credits.monthly_grant', value: '10', value_type: 'integer' }]
	const plan = (await here.post('/v1/plans', { name: 'granting', display_name: 'Granting', entitlements }, 201)).body
	const period = {
		current_period_start: new Date(Date.now() - DAY_MS).toISOString(),
		current_period_end: new Date(Date.now() + 90 * DAY_MS).toISOString(),
	}
	for (const org_id of orgs) await here.post('/v1/subscriptions', { org_id, plan_id: plan.id, ...period }, 201)
	const grants = async () =>
		(
			await here.db
				.prepare("SELECT org_id, count(*) AS n FROM ledger_entries WHERE type = 'monthly_grant' GROUP BY org_id")
				.all<{ org_id: string; n: number }>()
		).results
	const before = (await grants()).reduce((sum, { n }) => sum + n, 0)
	vi.useFakeTimers({ now: Date.now() + 33 * DAY_MS, toFake: ['Date'] })
	let left: boolean | undefined = true
	let ticks = 0
	for (; left && ticks < 20; ticks += 1)
		left = (await tick('grant-monthly-credits', (c, place) => grantEveryMonth(c, place, 2), ticks % 2 === 0)).isBehind
	expect(left).toBe(false)
	expect(ticks).toBeGreaterThan(ORGS / 2)
	expect((await grants()).reduce((sum, { n }) => sum + n, 0)).toBe(before + ORGS)
	expect((await jobRow('grant-monthly-credits'))?.place).toBeNull()
})

test('during a backup, what must not move asks once and spends nothing', async () => {
	vi.useFakeTimers({ now: Date.now() + 80 * DAY_MS, toFake: ['Date'] })
	await here.db
		.prepare(
			"INSERT INTO backups (id, kind, status, schema_version, created_at) VALUES ('bkp_x', 'manual', 'running', 'x', '')",
		)
		.run()
	const puts: string[] = []
	const ARCHIVE = { ...env.ARCHIVE, put: async (key: string) => void puts.push(key) } as unknown as R2Bucket
	const c = () => systemContext({ ...env, ARCHIVE })
	for (const job of [compactLedger, archiveRuns])
		expect(await counted(async () => expect(await job(c(), NO_PLACE)).toBe(true))).toMatchObject({
			calls: 1,
			rows_written: 0,
		})
	expect(puts).toEqual([])
	await here.db.prepare("DELETE FROM backups WHERE id = 'bkp_x'").run()
})

test('each running job has its share of a tick, and gets what the others leave', async () => {
	const running = new Set(['one', 'other', 'short'])
	const { share, end } = shareOut(running)
	const loop = async (rounds: number) => {
		const c = systemContext(env, undefined, { share })
		const one = () => c.var.db.select({ one: sql`1` }).from(sql`(SELECT 1)`)
		await purgeWhile(c, async () => {
			await c.var.db.batch([one(), one(), one(), one(), one()])
			rounds -= 1
			return rounds > 0
		})
		return c.var.database.sent()
	}
	expect(share()).toBe(166)
	const short = await loop(2)
	running.delete('short')
	end(short)
	const sent = await Promise.all([loop(1_000), loop(1_000)])
	expect(sent).toEqual([245, 245])
	running.delete('one')
	end(245)
	expect(await loop(1_000)).toBe(245)
	for (let others = 0; others < 30; others += 1) running.add(`job-${others}`)
	expect(share()).toBe(40)
})
