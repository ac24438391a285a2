import { expect, test } from 'vitest'
import * as z from 'zod'
import { as, operationOf } from '../support/api.ts'
import { memberOf, put } from '../support/invitations.ts'
import { operator } from '../support/operators.ts'
import { forgetPrincipals } from '../support/program.ts'
import { rows } from '../support/rows.ts'
import { type Sample, samplesOf } from '../support/samples.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { SPEC, type SpecRow } from '../support/spec.ts'
import { sampleWorld } from '../support/spec/row.ts'
import { admin, unique, world } from '../support/world.ts'

// A stored response passes the access of now: whoever lost a right gets none that the right gave.

const under = (key: string) => ({ 'Idempotency-Key': key })

/** What its caller gets again although it would be refused now. */
const THEIR_OWN: Record<string, string> = {
	'POST /v1/api-keys': 'The record of a key of their own, which their list shows too',
	'POST /v1/invitations/{token}/accept': 'Who has joined already is refused because of that',
}

test('whoever lost a role gets no stored response of what they may no longer call', async () => {
	const here = { ...(await sampleWorld()), admin: await operator(['admin']) }
	const sent: { name: string; key: string; sample: Sample }[] = []
	for (const row of SPEC.filter(({ method, noSample, notReplayed }) => method === 'POST' && !noSample && !notReplayed))
		for (const sample of await samplesOf(row, here)) {
			const key = unique('key')
			await sample.succeed(under(key))
			sent.push({ name: row.name, key, sample })
		}
	await memberOf(here.org_id, 'owner')
	await put(here.org_id, here.owner, 'member')
	await (await admin()).put(`/v1/admin/users/${here.admin.user_id}/roles`, { roles: [] })
	forgetPrincipals()
	let refused = 0
	for (const { name, key, sample } of sent) {
		const again = await sample.send(under(key))
		const anew = await sample.send(under(unique('key')))
		const isRefused = [401, 403, 404].includes(anew.status) && !(name in THEIR_OWN)
		if (isRefused) expect.soft([name, again.status]).toEqual([name, anew.status])
		refused += Number(isRefused)
	}
	expect(refused).toBeGreaterThan(20)
})

test('a runtime gets no stored response about an org that it no longer serves', async () => {
	const { admin: root, org_id, stranger } = await world()
	const path = '/v1/runtime/runs'
	const reach = (...orgs: string[]) => ({ runtime: { orgs, platform_credentials: false } })
	const account = { scopes: ['runtime.report'], ...reach(org_id, stranger.org_id) }
	const runtime = await serviceOf(root, org_id, account)
	const report = { run_id: unique('run'), org_id: stranger.org_id, status: 'completed', total_cost_usd: 1 }
	const headers = under(unique('key'))
	expect((await runtime.post(path, [report], { headers })).status).toBe(200)
	await root.patch(runtime.path, reach(org_id))
	const { key } = (await root.post(`${runtime.path}/keys`, {})).body
	expect((await as(key).post(path, [report], { headers })).status).toBe(404)
	await root.patch(runtime.path, reach(org_id, stranger.org_id))
	const again = (await root.post(`${runtime.path}/keys`, {})).body
	const replayed = await as(again.key).post(path, [report], { headers })
	expect([replayed.status, replayed.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
})

test('nobody gets a stored response about a deleted org', async () => {
	const { owner, org_id } = await world()
	const root = await admin()
	await root.post('/v1/admin/orgs', { name: 'Another', owner_user_id: owner.user_id })
	const path = `/v1/orgs/${org_id}/service-accounts`
	const account = { name: unique('account'), role: 'member' }
	const headers = under(unique('key'))
	const { body } = await root.post(path, account, { headers })
	expect((await root.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	expect((await root.post(path, account, { headers })).status).toBe(404)
	expect((await root.post(`/v1/admin/orgs/${org_id}/restore`)).status).toBe(200)
	expect((await root.post(path, account, { headers })).body).toEqual(body)
})

test("a runtime of all orgs gets no stored response about an org that's deleted since", async () => {
	const { admin: root, owner, org_id, stranger } = await world()
	await root.post('/v1/admin/orgs', { name: 'Another', owner_user_id: owner.user_id })
	const account = { scopes: ['runtime.report'], runtime: { orgs: ['*'], platform_credentials: false } }
	const runtime = await serviceOf(root, stranger.org_id, account)
	const of = (of_org: string) => ({ run_id: unique('run'), org_id: of_org, status: 'completed', total_cost_usd: 1 })
	const bodies = [of(org_id), [of(stranger.org_id), of(org_id)]]
	for (const reports of bodies) {
		const report = () =>
			runtime.post('/v1/runtime/runs', reports, { headers: under([reports].flat()[0]?.run_id ?? '') })
		const { status, body } = await report()
		expect(status).toBe(200)
		expect((await root.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
		expect(await report()).toMatchObject({ status: 404, body: { error: 'not_found' } })
		expect((await root.post(`/v1/admin/orgs/${org_id}/restore`)).status).toBe(200)
		expect(await report()).toMatchObject({ status: 200, body })
	}
})

/** Whether the body of an operation has a field for an org. */
const namesOrg = ({ method, path }: SpecRow) => {
	const { body } = operationOf(method, path.replaceAll(/\{(\w+)\}/g, ':$1')) ?? {}
	return (
		body !== undefined &&
		JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes('"org_id":{')
	)
}

test('nor does an operator, whichever operation names the org in its body', async () => {
	const { admin: root, ...others } = await sampleWorld()
	const sent: { name: string; key: string; sample: Sample }[] = []
	const named = new Set<string>()
	for (const row of SPEC.filter((one) => one.method === 'POST' && !one.noSample && !one.notReplayed && namesOrg(one)))
		for (const sample of await samplesOf(row, { ...others, admin: root })) {
			const { org_id } = { ...sample.body } as { org_id?: string }
			if (org_id === undefined) continue
			const key = unique('key')
			await sample.succeed(under(key))
			sent.push({ name: row.name, key, sample })
			named.add(org_id)
		}
	for (const org_id of named) await rows("UPDATE orgs SET deleted_at = '2026-01-01T00:00:00.000Z' WHERE id = ?", org_id)
	forgetPrincipals()
	for (const { name, key, sample } of sent) {
		const [again, anew] = [await sample.send(under(key)), await sample.send(under(unique('key')))]
		expect.soft([name, again.status, again.body.details]).toEqual([name, anew.status, anew.body.details])
		expect.soft([name, [400, 404].includes(again.status)]).toEqual([name, true])
	}
	expect(sent.length).toBeGreaterThan(4)
})
