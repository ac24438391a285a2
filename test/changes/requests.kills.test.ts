import { expect, test } from 'vitest'
import { ASK, asking } from '../support/asks.ts'
import { cutAtEach } from '../support/cut.ts'
import { sendingBy } from '../support/d1.ts'
import { operator } from '../support/operators.ts'
import { placeOf, proposed, proposer } from '../support/proposals.ts'
import { count } from '../support/rows.ts'
import { admin, create, unique } from '../support/world.ts'

// A call about a request that dies at any of its statements leaves nothing of it, and is a 500. The same call then does all of it.

test.each(['window', 'run'] as const)(
	'a request, its growth, its grant for the %s and the revert happen whole',
	async (whom) => {
		const org = await asking()
		await org.budget({ limit: 10 })
		const run_id = unique('run')
		await org.begin({ hold: { credits: 1 } })
		const begin = (ask: object) => () => org.begin({ run_id, hold: { credits: 20 }, ask })
		const opened = await cutAtEach(begin(ASK), 402)
		const { id } = opened.body.details.request
		await cutAtEach(begin({ ...ASK, credits: 50 }), 402)
		const { hash } = await org.read(id)
		const granted = await cutAtEach(() => org.grant(id, { hash, for: whom }), 200)
		expect(granted.cuts).toBeGreaterThan(4)
		const path = `/v1/orgs/${org.org_id}/audit-logs/${granted.headers.get('Audit-Id')}/revert`
		expect((await cutAtEach(() => org.owner.post(path, {}), 200)).cuts).toBeGreaterThan(4)
		expect((await org.read(id)).state).toBe('declined')
	},
)

test('a run begins by its grant, continues and ends whole', async () => {
	const org = await asking()
	const budget_id = await org.budget({ limit: 10 })
	const run_id = unique('run')
	const { id } = await org.ask({ run_id, hold: { credits: 30 } })
	await org.grant(id, { hash: (await org.read(id)).hash, for: 'run' })
	await cutAtEach(() => org.begin({ run_id, hold: { credits: 20 } }), 201)
	await cutAtEach(() => org.progress(run_id, { hold: { credits: 30 } }), 200)
	await cutAtEach(() => org.end(run_id, { total_cost_usd: 0.025 }), 200)
	expect(await count('budget_grants WHERE run_id = ?', run_id)).toBe(0)
	expect(await count('budget_states WHERE budget_id = ? AND used = 25 AND beyond = 15', budget_id)).toBe(1)
})

test('a decline and a withdrawal happen whole', async () => {
	const org = await asking()
	await org.budget({ limit: 0 })
	const [{ id }, other] = [await org.ask(), await org.ask()]
	await cutAtEach(() => org.decline(id), 200)
	await cutAtEach(() => org.service.delete(`/v1/runtime/requests/${other.id}`), 204)
	expect([(await org.read(id)).state, (await org.read(other.id)).state]).toEqual(['declined', 'lapsed'])
})

/** A key of a platform admin that proposes to switch a flag on, and another admin. */
async function aboutFlag() {
	const root = await admin()
	const { key: flag } = await create.featureFlag()
	const path = `/v1/feature-flags/${flag}`
	const key = await proposer(root)
	// Its first use is noted, whatever becomes of the call.
	await key.get(path)
	const granter = await operator(['admin'])
	return {
		key,
		propose: () => key.patch(path, { default_value: true }),
		grantOf: (request: { id: string; hash: string; org_id: string | null }) => () =>
			granter.post(`${placeOf(request)}/grant`, { hash: request.hash }),
		declineOf: (request: { id: string; org_id: string | null }) => () =>
			granter.post(`${placeOf(request)}/decline`, {}),
		read: (request: { id: string; org_id: string | null }) => granter.get(placeOf(request)),
		isOn: async () => (await root.get(path)).body.default_value as boolean,
		stateOf: async (request: { id: string; org_id: string | null }) => (await root.get(placeOf(request))).body.state,
		changes: () => count("audit_logs WHERE action = 'feature_flags.update' AND after ->> 'key' = ?", flag),
	}
}

test('a proposal, its decline and its withdrawal happen whole', async () => {
	const { key, propose, declineOf, isOn } = await aboutFlag()
	const filed = await cutAtEach(propose, 202)
	expect(filed.cuts).toBeGreaterThan(3)
	await cutAtEach(declineOf(proposed(filed)), 200)
	const { id } = proposed(await propose())
	await cutAtEach(() => key.delete(`/v1/runtime/requests/${id}`), 204)
	expect(await isOn()).toBe(false)
})

test('the grant of a change happens whole, and is refused as a fault of ours while it does not', async () => {
	const { propose, grantOf, isOn, changes } = await aboutFlag()
	const granted = await cutAtEach(grantOf(proposed(await propose())), 200)
	expect(granted.cuts).toBeGreaterThan(6)
	expect([await isOn(), await changes()]).toEqual([true, 1])
})

test('while the database is away, reading a proposal does not say that it has moved on', async () => {
	const { propose, read } = await aboutFlag()
	const request = proposed(await propose())
	const seen = await sendingBy(
		(send) =>
			async function (...args) {
				if ([args[1]].flat().join(';').includes('dry_runs')) throw new Error('Network connection lost')
				return send.apply(this, args)
			},
		() => read(request),
	)
	const response = { status: 503, body: { details: { reason: 'database.unreachable' } } }
	expect(seen).toMatchObject({ status: 200, body: { state: 'open', now: { hash: null, is_same: null, response } } })
	expect(await read(request)).toMatchObject({ body: { now: { hash: request.hash, is_same: true } } })
})

test.each([
	['before', false],
	['after', true],
] as const)('a grant whose database is lost %s its batch is a 503, and happens at most once', async (_, isDone) => {
	const { propose, grantOf, isOn, stateOf, changes } = await aboutFlag()
	const request = proposed(await propose())
	const lost = await sendingBy(
		(send) =>
			async function (...args) {
				const batch = [args[1]].flat().join(';')
				if (!batch.includes('update "requests" set') || batch.includes('dry_runs')) return send.apply(this, args)
				if (isDone) await send.apply(this, args)
				throw new Error('Network connection lost')
			},
		grantOf(request),
	)
	expect(lost).toMatchObject({ status: 503, body: { details: { reason: 'database.unreachable' } } })
	expect(lost.headers.get('Retry-After')).toBe('1')
	expect([await isOn(), await stateOf(request)]).toEqual([isDone, isDone ? 'granted' : 'open'])
	const again = await grantOf(request)()
	if (isDone) expect(again).toMatchObject({ status: 409, body: { details: { reason: 'request.decided' } } })
	else expect(again.status).toBe(200)
	expect([await isOn(), await changes()]).toEqual([true, 1])
})
