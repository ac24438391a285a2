import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Api, Reply } from '../support/api.ts'
import { asking } from '../support/asks.ts'
import { sendingBy } from '../support/d1.ts'
import { memberOf } from '../support/invitations.ts'
import { operator } from '../support/operators.ts'
import { aboutCredits, placeOf, proposed, proposer } from '../support/proposals.ts'
import { count } from '../support/rows.ts'
import { admin, unique, world } from '../support/world.ts'

// A request ends, or a decider loses their right, between the last look at a request and the batch that decides it.

const RULE = { type: 'blocklist', cidr: '203.0.113.0/24' }

/** Makes the call, and runs `before` right before the batch that decides the request. */
async function tooLate(call: () => Promise<Reply>, before: () => Promise<unknown>): Promise<Reply> {
	let isDone = false
	return sendingBy(
		(original) =>
			async function (...args) {
				const batch = [args[1]].flat().join(';')
				if (!isDone && batch.includes('update "requests" set') && !batch.includes('dry_runs')) {
					isDone = true
					await before()
				}
				return original.apply(this, args)
			},
		async () => {
			const reply = await call()
			expect(isDone, JSON.stringify(reply.body)).toBe(true)
			return reply
		},
	)
}

const refusal = ({ status, body }: Reply) => [status, body.details?.reason]

const grantOf = (by: Api, request: { id: string; hash: string; org_id: string | null }) => () =>
	by.post(`${placeOf(request)}/grant`, { hash: request.hash })

/** A rule of an org that a key of its owner proposes, and an admin of the org. */
async function aboutRule() {
	const { owner, org_id, admin: root } = await world()
	const key = await proposer(owner, ['org.settings'])
	const request = proposed(await key.post('/v1/ip-rules', RULE))
	const decider = await memberOf(org_id, 'admin')
	return {
		owner,
		org_id,
		root,
		key,
		request,
		decider,
		withdraw: () => key.delete(`/v1/runtime/requests/${request.id}`),
		state: async () => (await root.get(placeOf(request))).body.state,
		rules: async () => (await owner.get('/v1/ip-rules')).body,
	}
}

test('a change that was withdrawn just before its grant has lapsed, and is not made', async () => {
	const { decider, request, withdraw, state, rules } = await aboutRule()
	const granted = await tooLate(grantOf(decider, request), async () => expect((await withdraw()).status).toBe(204))
	expect(refusal(granted)).toEqual([409, 'request.lapsed'])
	expect([await state(), await rules()]).toEqual(['lapsed', []])
})

test('a change that was withdrawn before its grant looked at the body has lapsed', async () => {
	const { decider, request, withdraw, state } = await aboutRule()
	let isDone = false
	const granted = await sendingBy(
		(original) =>
			async function (...args) {
				if (!isDone && String(args[1]).includes('from "secrets"')) {
					isDone = true
					await withdraw()
				}
				return original.apply(this, args)
			},
		grantOf(decider, request),
	)
	expect([isDone, ...refusal(granted), await state()]).toEqual([true, 409, 'request.lapsed', 'lapsed'])
})

test('a change whose key was deleted just before its grant is not made', async () => {
	const { owner, decider, request, key, state, rules } = await aboutRule()
	const granted = await tooLate(grantOf(decider, request), () => owner.delete(key.path))
	expect(refusal(granted)).toEqual([409, 'request.lapsed'])
	expect([await state(), await rules()]).toEqual(['lapsed', []])
})

test('a row that moved just before the grant stays, and the request asks again with its new state', async () => {
	const { owner, org_id } = await world()
	const decider = await memberOf(org_id, 'admin')
	const rule = (await owner.post('/v1/ip-rules', { ...RULE, note: 'Scraper' })).body
	const key = await proposer(owner, ['org.settings'])
	const request = proposed(await key.patch(`/v1/ip-rules/${rule.id}`, { note: 'Agent' }))
	const note = async () => (await owner.get(`/v1/ip-rules/${rule.id}`)).body.note
	const moved = await tooLate(grantOf(decider, request), () =>
		owner.patch(`/v1/ip-rules/${rule.id}`, { note: 'Person' }),
	)
	expect(refusal(moved)).toEqual([409, 'request.moved_on'])
	expect(moved.body.details.hash).not.toBe(request.hash)
	expect([(await owner.get(placeOf(request))).body.state, await note()]).toEqual(['open', 'Person'])
	expect((await grantOf(decider, { ...request, hash: moved.body.details.hash })()).status).toBe(200)
	expect(await note()).toBe('Agent')
})

test('whoever was demoted just before a grant grants nothing', async () => {
	const { owner, org_id, decider, request, state, rules } = await aboutRule()
	const granted = await tooLate(grantOf(decider, request), () =>
		owner.patch(`/v1/orgs/${org_id}/members/${decider.user_id}`, { role: 'member' }),
	)
	expect(granted.body.details).toMatchObject({ reason: 'request.refused', response: { status: 403 } })
	expect([await state(), await rules()]).toEqual(['open', []])
})

test('whoever was demoted just before a grant grants no run anything', async () => {
	const org = await asking()
	await org.budget({ limit: 0 })
	const { id } = await org.ask()
	const { hash } = await org.read(id)
	const decider = await memberOf(org.org_id, 'admin')
	const granted = await tooLate(
		() => org.grant(id, { hash, for: 'run' }, decider),
		() => org.owner.patch(`/v1/orgs/${org.org_id}/members/${decider.user_id}`, { role: 'member' }),
	)
	expect([granted.status, (await org.read(id)).state]).toEqual([403, 'open'])
})

test('a run that withdrew its request or ended just before a grant is granted nothing', async () => {
	const org = await asking()
	await org.budget({ limit: 0 })
	const { service } = org
	for (const end of [
		({ id }: { id: string }) => service.delete(`/v1/runtime/requests/${id}`),
		({ run_id }: { run_id: string }) => org.end(run_id),
	]) {
		const run_id = unique('run')
		const { id } = await org.ask({ run_id })
		const { hash } = await org.read(id)
		const granted = await tooLate(
			() => org.grant(id, { hash, for: 'run' }),
			() => end({ id, run_id }),
		)
		expect(refusal(granted)).toEqual([409, 'request.lapsed'])
		expect((await org.read(id)).state).toBe('lapsed')
		expect(await env.DB.prepare('SELECT * FROM budget_grants WHERE run_id = ?').bind(run_id).first()).toBeNull()
	}
})

/** The deletion of an org that a key of a platform admin proposes. */
async function aboutOrg() {
	const [root, decider] = [await admin(), await operator(['admin'])]
	const { id: org_id } = (await root.post('/v1/admin/orgs', { name: unique('leaving') })).body
	const key = await proposer(root)
	return { org_id, key, decider, request: proposed(await key.delete(`/v1/orgs/${org_id}`)) }
}

const deletedAt = (org_id: string) =>
	env.DB.prepare('SELECT deleted_at FROM orgs WHERE id = ?').bind(org_id).first('deleted_at')

test('the deletion of an org that was withdrawn just before its grant does not happen', async () => {
	const { org_id, key, decider, request } = await aboutOrg()
	const granted = await tooLate(grantOf(decider, request), () => key.delete(`/v1/runtime/requests/${request.id}`))
	expect(refusal(granted)).toEqual([409, 'request.lapsed'])
	expect(await deletedAt(org_id)).toBeNull()
})

test('the deletion of an org is granted, although it ends the requests of the org', async () => {
	const { org_id, decider, request } = await aboutOrg()
	expect((await grantOf(decider, request)()).status).toBe(200)
	expect(await deletedAt(org_id)).toEqual(expect.any(String))
})

test('nothing is granted in an org that was deleted just before', async () => {
	const { owner, org_id, root, request } = await aboutRule()
	expect((await owner.post('/v1/orgs', { name: unique('second') })).status).toBe(201)
	const granted = await tooLate(grantOf(root, request), async () =>
		expect((await root.delete(`/v1/orgs/${org_id}`)).status).toBe(204),
	)
	expect(granted.status).toBe(404)
	const rules = await env.DB.prepare('SELECT 1 FROM ip_rules WHERE org_id = ?').bind(org_id).first()
	expect(rules).toBeNull()
})

test('credits that a change would give by the time of its batch, and that nobody was shown, are not given', async () => {
	const { other, request, raise, balance } = await aboutCredits()
	expect(refusal(await tooLate(grantOf(other, request), raise))).toEqual([409, 'request.moved_on'])
	expect([await balance(), (await other.get(placeOf(request))).body.state]).toEqual([0, 'open'])
	const { hash } = (await other.get(placeOf(request))).body.now
	expect((await grantOf(other, { ...request, hash })()).status).toBe(200)
	expect(await balance()).toBe(1_000_000)
	expect(await count('counted_credits')).toBe(0)
})
