import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { counted } from '../support/d1.ts'
import worker, { newId } from '../support/program.ts'
import { valueIn } from '../support/prometheus.ts'
import { queryPlansOf } from '../support/query-plans.ts'
import { fakeReceivers, receiver, run } from '../support/receiver.ts'
import { runner } from '../support/runs.ts'
import { call, moveOn, scrape } from '../support/scraped.ts'
import { unique, user } from '../support/world.ts'

test('a scraper that comes often costs one small D1 call in ten seconds', async () => {
	await scrape()
	expect((await counted(() => call())).calls).toBe(0)
	moveOn()
	const { calls, rows_read, rows_written } = await counted(() => call())
	expect({ calls, rows_written }).toEqual({ calls: 1, rows_written: 0 })
	expect(rows_read).toBeLessThan(200)
})

test('no query walks a table that grows', async () => {
	const statements = await queryPlansOf(() => scrape())
	expect(statements.length).toBeGreaterThan(1)
	// Some dozen rows each, or none of a table: names of queries, and lists of keys.
	const small = new Set(['jobs', 'backups', 'alerts', 'd1_migrations', 'ids', 'json_each', 'CONSTANT'])
	for (const { sql, steps } of statements) {
		const walks = steps.flatMap((step) => /^SCAN (\w+)/.exec(step)?.[1] ?? [])
		const tables = walks.filter((table) => !small.has(table))
		expect({ sql, tables }).toEqual({ sql, tables: [] })
	}
})

test('due deliveries: how many, and the age of the oldest', async () => {
	fakeReceivers()
	const caller = await user()
	const hook = await receiver(caller, {}, () => new Response(null, { status: 500 }))
	await run(caller)
	await run(caller)
	const oldest = new Date(Date.now() - 600_000).toISOString()
	await env.DB.prepare('UPDATE webhook_deliveries SET next_attempt_at = ?, claim = NULL WHERE endpoint_id = ?')
		.bind(oldest, hook.id)
		.run()
	const families = await scrape()
	expect(valueIn(families, 'plinth_webhook_due_deliveries')).toBe(2)
	expect(valueIn(families, 'plinth_webhook_oldest_due_age_seconds')).toBeGreaterThanOrEqual(600)
	await env.DB.prepare('UPDATE webhook_endpoints SET enabled = 0').run()
	const none = await scrape()
	expect(valueIn(none, 'plinth_webhook_due_deliveries')).toBe(0)
	expect(valueIn(none, 'plinth_webhook_oldest_due_age_seconds')).toBe(0)
})

test('rejected reports of the last 24 hours, and no older ones', async () => {
	const count = async () => valueIn(await scrape(), 'plinth_run_reports_rejected_last_day') ?? 0
	const before = await count()
	const insert = (ms: number) => {
		vi.setSystemTime(Date.now() - ms)
		const id = newId('rej')
		vi.setSystemTime(Date.now() + ms)
		return env.DB.prepare(
			"INSERT INTO rejected_reports (id, run_id, org_id, reason, report, created_at) VALUES (?, ?, 'org_x', 'runs.unknown_org', '{}', ?)",
		)
			.bind(id, unique('run'), new Date(Date.now() - ms).toISOString())
			.run()
	}
	await insert(3_600_000)
	await insert(26 * 3_600_000)
	expect(await count()).toBe(before + 1)
})

const LONG_AGO = "'0000-01-01 00:00:00'"

const isMade = (at: string) => env.DB.prepare(`UPDATE d1_migrations SET applied_at = ${at}`).run()

beforeAll(() => isMade(LONG_AGO))

test('the age of the newest completed backup, and how far the archive is behind', async () => {
	const at = (ms: number) => new Date(Date.now() - ms).toISOString()
	const families = await scrape()
	const backlog = valueIn(families, 'plinth_archive_backlog_seconds')
	await env.DB.prepare(
		"INSERT INTO backups (id, kind, status, schema_version, created_at, completed_at) VALUES ('bkp_metrics', 'manual', 'completed', 'x', ?1, ?1)",
	)
		.bind(at(60_000))
		.run()
	const age = valueIn(await scrape(), 'plinth_backup_age_seconds')
	expect(age).toBeGreaterThan(0)
	const caller = await user()
	const ended = at(((backlog ?? 0) + 40 * 86_400) * 1000)
	const run_id = unique('run')
	await env.DB.prepare(
		"INSERT INTO runs (run_id, org_id, status, created_at, completed_at) VALUES (?1, ?2, 'completed', ?3, ?3)",
	)
		.bind(run_id, caller.org_id, ended)
		.run()
	expect(valueIn(await scrape(), 'plinth_archive_backlog_seconds')).toBeGreaterThan((backlog ?? 0) + 8 * 86_400)
	// A database that was made with old runs, such as a demo, is no later than it's old.
	await isMade("datetime('now', '-3 hours')")
	expect(Math.round((valueIn(await scrape(), 'plinth_archive_backlog_seconds') ?? 0) / 3_600)).toBe(3)
	await isMade(LONG_AGO)
})

test('runs that are reported late are no backlog of the archive, whatever they say of their times', async () => {
	const { run: ended, report } = await runner()
	const backlog = async () => valueIn(await scrape(), 'plinth_archive_backlog_seconds') ?? 0
	const before = await backlog()
	const open = ended({ status: 'running' })
	await report([open, ended({ completed_at: '0001-01-01T00:00:00Z' })])
	await report({ ...open, status: 'completed', completed_at: '0001-01-01T00:00:00Z' })
	expect((await backlog()) - before).toBeLessThan(60)
	// Nor do they hide the runs that the archive could have had for long.
	const { org_id, run: mine, report: tell } = await runner()
	const old = mine({ completed_at: '0002-01-01T00:00:00Z', created_at: '0002-01-01T00:00:00Z' })
	await tell([old, ended({ completed_at: '0001-01-01T00:00:00Z', created_at: '0001-01-01T00:00:00Z' })])
	await env.DB.prepare('UPDATE runs SET settled_by = NULL WHERE run_id = ? AND org_id = ?')
		.bind(old.run_id, org_id)
		.run()
	expect(await backlog()).toBeGreaterThan(2_000 * 365 * 86_400)
})

test('secrets under unknown keys, the size of the database, and each job', async () => {
	await worker.scheduled({} as ScheduledController, env)
	const families = await scrape()
	expect(valueIn(families, 'plinth_secrets_unknown_key')).toBe(0)
	expect(valueIn(families, 'plinth_database_bytes')).toBeGreaterThan(100_000)
	const lags = families.get('plinth_job_lag_seconds')?.samples ?? []
	expect(lags.map(({ labels }) => labels.job)).toContain('retention')
	expect(valueIn(families, 'plinth_job_failed', { job: 'retention' })).toBe(0)
	await env.DB.prepare(
		"UPDATE jobs SET last_error = 'x', last_started_at = '2026-01-01T00:00:00.000Z' WHERE name = 'retention'",
	).run()
	const failed = await scrape()
	expect(valueIn(failed, 'plinth_job_failed', { job: 'retention' })).toBe(1)
	expect(valueIn(failed, 'plinth_job_lag_seconds', { job: 'retention' })).toBeGreaterThan(86_400)
	await env.DB.prepare("DELETE FROM jobs WHERE name = 'retention'").run()
	expect(valueIn(await scrape(), 'plinth_job_lag_seconds', { job: 'retention' })).toBe(Infinity)
})
