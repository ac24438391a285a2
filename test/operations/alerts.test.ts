import { afterEach, describe, expect, test, vi } from 'vitest'
import { ago, alerting, evaluate, open, run, told } from '../support/alerts.ts'
import { sendingBy } from '../support/d1.ts'
import { newId } from '../support/program.ts'
import { unique } from '../support/world.ts'

const HOUR_MS = 3_600_000

const here = await alerting()

afterEach(() => evaluate())

interface Case {
	name: string
	/** Puts something out of order. */
	breaks: () => Promise<unknown>
	/** Puts it in order again. */
	mends: () => Promise<unknown>
	/** Bindings under which the rules are evaluated while it's out of order. */
	under?: Partial<Env>
}

const error = (id: string) => ({ id, status_code: 503 })
const stream = (count: number) => {
	const read = () => Promise.resolve({ entries: Array.from({ length: count }, (_, at) => error(`log_${at}`)) })
	return { ACCESS_LOG: 'on', ACCESS_LOG_STREAM: { getByName: () => ({ read }) } } as unknown as Partial<Env>
}

const CASES: Case[] = [
	{
		name: 'job_late:publish-tool-groups',
		breaks: () => run("UPDATE jobs SET last_started_at = ? WHERE name = 'publish-tool-groups'", ago(13 * 60_000)),
		mends: () => run("UPDATE jobs SET last_started_at = ? WHERE name = 'publish-tool-groups'", ago(0)),
	},
	{
		name: 'verification_failed:verify-ledgers',
		breaks: () => run("UPDATE jobs SET last_error = 'credits.differs:org_x' WHERE name = 'verify-ledgers'"),
		mends: () => run("UPDATE jobs SET last_error = NULL WHERE name = 'verify-ledgers'"),
	},
	{
		name: 'backup_old',
		breaks: async () => {
			await run('DELETE FROM backup_parts')
			await run('DELETE FROM backups')
			await backup(27 * HOUR_MS)
		},
		mends: () => backup(25 * HOUR_MS),
	},
	{
		name: 'reports_rejected',
		breaks: () =>
			run(
				"INSERT INTO rejected_reports (id, run_id, org_id, reason, report, created_at) VALUES (?, 'r', 'o', 'runs.unknown_org', '{}', ?)",
				newId('rej'),
				ago(0),
			),
		mends: () => run('DELETE FROM rejected_reports'),
	},
	{
		name: 'runs_unpriced',
		breaks: () =>
			run(
				`INSERT INTO runs (run_id, org_id, status, model, total_input_tokens, settled_by, costing, created_at, completed_at)
				VALUES ('run-unpriced', ?, 'completed', 'm', 5, 'rep_x', 8, ?2, ?2)`,
				here.org_id,
				ago(0),
			),
		mends: () => run("DELETE FROM runs WHERE run_id = 'run-unpriced'"),
	},
	{
		name: 'webhooks_late',
		breaks: async () => {
			await run(
				"INSERT INTO webhook_endpoints (id, org_id, url, events, public_key, created_at) VALUES ('whe_late', ?, 'https://x.example.com', '[]', 'x', ?)",
				here.org_id,
				ago(0),
			)
			await run(
				"INSERT INTO webhook_deliveries (endpoint_id, event_id, status, next_attempt_at, created_at) VALUES ('whe_late', 'evt_late', 'pending', ?1, ?1)",
				ago(11 * 60_000),
			)
		},
		mends: () => run('UPDATE webhook_deliveries SET next_attempt_at = NULL'),
	},
	{
		name: 'archive_behind',
		breaks: async () => {
			await backup(HOUR_MS)
			await run("UPDATE d1_migrations SET applied_at = '2020-01-01 00:00:00'")
			await run(
				"INSERT INTO runs (run_id, org_id, status, created_at, completed_at) VALUES ('old', ?, 'completed', ?2, ?2)",
				here.org_id,
				ago(34 * 24 * HOUR_MS),
			)
		},
		mends: () => run("DELETE FROM runs WHERE run_id = 'old'"),
	},
	{
		name: 'secrets_unreadable',
		breaks: () =>
			run(
				"INSERT INTO secrets (table_name, row_id, column_name, key_id, sealed, created_at) VALUES ('t', 'r', 'c', 'lost', 'x', ?)",
				ago(0),
			),
		mends: () => run("DELETE FROM secrets WHERE key_id = 'lost'"),
	},
	{ name: 'server_errors', breaks: async () => undefined, mends: async () => undefined, under: stream(25) },
]

const backup = (ms: number) =>
	run(
		"INSERT INTO backups (id, kind, status, schema_version, created_at, completed_at) VALUES (?, 'manual', 'completed', 'x', ?2, ?2)",
		unique('bkp'),
		ago(ms),
	)

describe('each rule opens an alert and ends it', () => {
	test.each(CASES.map((one) => [one.name, one] as const))('%s', async (name, { breaks, mends, under }) => {
		await evaluate()
		expect(await open()).toEqual([])
		await breaks()
		await evaluate(under)
		expect(await open()).toEqual([name])
		const { alerts } = (await here.get('/readyz?verbose')).body
		expect(alerts).toMatchObject([{ name, message: expect.stringMatching(/\.$/), values: expect.any(Object) }])
		await mends()
		await evaluate(under && stream(3))
		expect(await open()).toEqual([])
		expect(await told(name, here.org_id)).toEqual({
			notices: [expect.stringMatching(/^Alert: [a-z' ]+$/), expect.stringMatching(/^Alert ended: [a-z' ]+$/)],
			events: ['open', 'ended'],
		})
	})

	test('database_full at 70, 80 and 90 % of 10 GB', async () => {
		const sized = (bytes: number) =>
			sendingBy(
				(send) =>
					async function (...args) {
						const response = await send.apply(this, args)
						for (const { meta } of [response].flat() as { meta: { size_after: number } }[]) meta.size_after = bytes
						return response
					},
				() => evaluate(),
			)
		await sized(7_000_000_000)
		expect(await open()).toEqual([])
		await sized(7_000_000_001)
		expect(await open()).toEqual(['database_full:70'])
		await sized(9_500_000_000)
		expect(await open()).toEqual(['database_full:70', 'database_full:80', 'database_full:90'])
		await sized(8_500_000_000)
		expect(await open()).toEqual(['database_full:70', 'database_full:80'])
	})

	test("24 errors in five minutes are too few, and a log that doesn't answer decides nothing", async () => {
		vi.spyOn(console, 'error').mockImplementation(() => undefined)
		await evaluate(stream(24))
		expect(await open()).toEqual([])
		await evaluate(stream(25))
		const read = () => Promise.reject(new Error('down'))
		await evaluate({ ACCESS_LOG: 'on', ACCESS_LOG_STREAM: { getByName: () => ({ read }) } } as unknown as Partial<Env>)
		expect(await open()).toEqual(['server_errors'])
		await evaluate(stream(0))
	})
})
