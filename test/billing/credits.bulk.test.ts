import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Send, sendingBy, statementsOf } from '../support/d1.ts'
import { dump } from '../support/dry-run.ts'
import worker, { creditChunk } from '../support/program.ts'
import { count, first } from '../support/rows.ts'
import { admin, unique } from '../support/world.ts'

const MAX = Number.MAX_SAFE_INTEGER

const orgCount = () => count('credit_accounts')
const holders = () => count('credit_accounts WHERE balance > 0')
const operationsLeft = () => count('credit_operations WHERE completed_at IS NULL')

const bulk = async (body: unknown, options = {}) => (await admin()).post('/v1/admin/credits/bulk-adjust', body, options)
const reset = async (body?: unknown, options = {}) => (await admin()).post('/v1/admin/credits/reset-all', body, options)

async function differences(): Promise<unknown[]> {
	return (await (await admin()).post('/v1/admin/credits/verify')).body.differences
}

async function org(balance: number) {
	const root = await admin()
	const { id } = (await root.post('/v1/admin/orgs', { name: unique('org') })).body
	if (balance > 0) await root.post('/v1/admin/credits/adjust', { org_id: id, amount: balance })
	return { id, credits: async () => (await root.get(`/v1/admin/credits?org_id=${id}`)).body }
}

/** Fails the `calls`-th D1 call of `work` and all later ones, as if the process had died before it. */
async function killedBefore<T>(calls: number, work: () => Promise<T>): Promise<T> {
	// The Worker remembers a caller for five seconds, and then reads it again.
	vi.useFakeTimers({ toFake: ['Date'] })
	try {
		expect((await (await admin()).get('/v1/me')).status).toBe(200)
		let made = 0
		const send = (original: Send): Send =>
			async function (...args) {
				made += 1
				if (made >= calls) throw new Error('D1_ERROR: Network connection lost.')
				return original.apply(this, args)
			}
		return await sendingBy(send, work)
	} finally {
		vi.useRealTimers()
	}
}

const CHUNK = 20
const { orgs: usual } = creditChunk

beforeAll(async () => {
	creditChunk.orgs = CHUNK
	// More than two chunks.
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 45)
		INSERT INTO orgs (id, name, created_at) SELECT printf('org_0%025d', i), 'Bulk ' || i, '2020-01-01T00:00:00.000Z' FROM n`,
	).run()
})
afterAll(() => void (creditChunk.orgs = usual))

describe('a change of every balance', () => {
	test('adds to each org once, with a ledger entry each, and is audited once, with its effect', async () => {
		const one = await org(5)
		const { body, headers } = await bulk({ amount: 3, note: 'Sorry' })
		expect(body).toEqual({ affected: await orgCount() })
		const { balance, transactions } = await one.credits()
		expect(balance).toBe(8)
		expect(transactions[0]).toMatchObject({
			type: 'admin_bulk_adjustment',
			amount: 3,
			balance_after: 8,
			note: 'Sorry',
			reference_type: 'credit_operation',
		})
		const log = await (await admin()).get('/v1/admin/audit-logs?action=credits.bulk_adjust&limit=1')
		expect(log.body).toMatchObject([
			{
				trace_id: headers.get('X-Trace-Id'),
				before: null,
				after: { type: 'admin_bulk_adjustment', amount: 3 },
			},
		])
		expect(await differences()).toEqual([])
	})

	test('a dry run simulates the first chunk and counts the rest', async () => {
		const orgs = await orgCount()
		const before = await dump()
		const headers = { 'Dry-Run': 'true', 'Idempotency-Key': unique('key') }
		const rest = `Continues with ${orgs - CHUNK} more orgs. \`affected\` only counts the first ${CHUNK}.`
		expect((await bulk({ amount: 3 }, { headers })).body).toMatchObject({
			status: 200,
			body: { affected: CHUNK },
			changes: [{ target_type: 'credit_operations', before: null, after: { affected: CHUNK } }],
			effects: [rest],
			credits: Array.from({ length: 10 }, () => ({ amount: 3, type: 'admin_bulk_adjustment' })),
			credits_total: { count: orgs, amount: 3 * orgs },
		})
		expect((await reset({}, { headers })).body).toMatchObject({ status: 200, effects: [rest] })
		expect(await dump()).toEqual(before)
		expect(await operationsLeft()).toBe(0)
	})

	test('takes no more than the balance, and the ledger has what was really taken', async () => {
		const [poor, rich] = [await org(4), await org(40)]
		const affected = await holders()
		expect((await bulk({ amount: -10 })).body).toEqual({ affected })
		expect((await poor.credits()).transactions[0]).toMatchObject({ balance_after: 0, amount: -4 })
		expect((await rich.credits()).transactions[0]).toMatchObject({ balance_after: 30, amount: -10 })
		expect(await differences()).toEqual([])
	})

	test('adds no more than an account holds', async () => {
		const [full, almost] = [await org(MAX), await org(MAX - 2)]
		const orgs = await orgCount()
		expect((await bulk({ amount: 5 })).body).toEqual({ affected: orgs - 1 })
		expect(await full.credits()).toMatchObject({ balance: MAX, transactions: [{ amount: MAX }] })
		expect(await almost.credits()).toMatchObject({ balance: MAX, transactions: [{ amount: 2 }, { amount: MAX - 2 }] })
		expect((await bulk({ amount: -MAX })).body.affected).toBe(orgs)
		expect(await differences()).toEqual([])
	})

	test('resets every balance to 0, and a second reset changes nothing', async () => {
		await bulk({ amount: 1 })
		const one = await org(99)
		const affected = await holders()
		expect((await reset({ note: 'New year' })).body).toEqual({ affected })
		expect((await one.credits()).transactions[0]).toMatchObject({
			type: 'admin_reset',
			amount: -99,
			balance_after: 0,
			note: 'New year',
		})
		expect(await holders()).toBe(0)
		expect((await reset()).body).toEqual({ affected: 0 })
		expect(await differences()).toEqual([])
	})
})

describe('interrupted halfway', () => {
	test.each([2, 3])('before D1 call %d, a repeat under its key finishes it and returns the same', async (calls) => {
		await reset()
		const orgs = await orgCount()
		const options = { headers: { 'Idempotency-Key': unique('key') } }
		// The first call looks for a stored answer.
		const cut = await killedBefore(calls + 1, () => bulk({ amount: 7 }, options))
		expect(cut.status).toBe(503)
		expect(await operationsLeft()).toBe(1)
		expect(await differences()).toEqual([])
		expect((await bulk({ amount: 8 }, options)).body.details.reason).toBe('idempotency.key_reused')
		expect((await bulk({ amount: 7 }, options)).body).toEqual({ affected: orgs })
		const again = await bulk({ amount: 7 }, options)
		expect(again.body).toEqual({ affected: orgs })
		expect(again.headers.get('Idempotency-Replayed')).toBe('true')
		const spread = await first('SELECT min(balance) AS least, max(balance) AS most FROM credit_accounts')
		expect(spread).toEqual({ least: 7, most: 7 })
		expect(await differences()).toEqual([])
	})

	test('cron finishes an operation that nobody repeats, before any later one starts', async () => {
		await reset()
		await killedBefore(2, () => bulk({ amount: 7 }))
		expect(await operationsLeft()).toBe(1)
		await env.DB.prepare("DELETE FROM jobs WHERE name = 'finish-credit-operations'").run()
		await worker.scheduled({} as ScheduledController, env)
		expect(await operationsLeft()).toBe(0)
		await killedBefore(2, () => bulk({ amount: 5 }))
		expect((await reset()).body.affected).toBe(await orgCount())
		expect(await first('SELECT max(balance) AS most FROM credit_accounts')).toEqual({ most: 0 })
		expect(await differences()).toEqual([])
	})

	test('a repeat finds the response that was lost after the last chunk', async () => {
		await reset()
		const orgs = await orgCount()
		const options = { headers: { 'Idempotency-Key': unique('key') } }
		// One call looks for a stored answer, one carries each chunk, and the next would store the answer.
		const cut = await killedBefore(2 + Math.ceil(orgs / CHUNK), () => bulk({ amount: 7 }, options))
		expect(cut.status).toBe(503)
		expect(await operationsLeft()).toBe(0)
		expect((await bulk({ amount: 7 }, options)).body).toEqual({ affected: orgs })
		expect(await first('SELECT max(balance) AS most FROM credit_accounts')).toEqual({ most: 7 })
	})
})

test('two concurrent changes run one after the other, each for every org', async () => {
	await reset()
	const orgs = await orgCount()
	const responses = await Promise.all([bulk({ amount: 2 }), bulk({ amount: 3 }), bulk({ amount: 4 })])
	expect(responses.map(({ body }) => body.affected)).toEqual([orgs, orgs, orgs])
	expect(await first('SELECT min(balance) AS least, max(balance) AS most FROM credit_accounts')).toEqual({
		least: 9,
		most: 9,
	})
	expect(await differences()).toEqual([])
})

test('no D1 call moves more than a chunk of orgs', async () => {
	const orgs = await orgCount()
	const moves = (await statementsOf(() => bulk({ amount: 1 }))).filter(({ sql }) =>
		/^insert into "ledger_entries"/i.test(sql),
	)
	expect(moves).toHaveLength(Math.ceil(orgs / CHUNK))
})
