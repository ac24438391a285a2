import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Api } from '../support/api.ts'
import { memberOf, put } from '../support/invitations.ts'
import { operator } from '../support/operators.ts'
import { forgetPrincipals } from '../support/program.ts'
import { booked, CHANGES, confirmIdOf, within } from '../support/reverts.ts'
import { auditOf } from '../support/spec/changes.ts'
import { admin, type Caller, create, signIn, unique, user } from '../support/world.ts'

// Whoever decides a change is let into its org, and so is whoever sends the decision again.

const RULES = '/v1/ip-rules'
const onTrial = (owner: Api) => owner.post(RULES, { type: 'blocklist', cidr: '192.0.2.0/24' }, within(600))
const at = (client_address: string) => ({ headers: { 'CF-Connecting-IP': client_address } })

/** An admin of an org who acts in one of their own, and a change of the org on trial. */
async function elsewhere() {
	const [owner, one] = [await user('owner'), await user('one')]
	await put(owner.org_id, one, 'admin')
	const made = await onTrial(owner)
	return { owner, one, made, path: `${CHANGES}/${confirmIdOf(made)}` }
}

const decidesNothing = async (one: Caller, path: string, options: object, reason: string) => {
	for (const verb of ['confirm', 'end'])
		expect(await one.post(`${path}/${verb}`, undefined, options)).toMatchObject({
			status: 403,
			body: { details: { reason } },
		})
}

test("a change of another org is decided from an address that the org's IP rules admit", async () => {
	const { owner, one, made, path } = await elsewhere()
	const near = at('203.0.113.9')
	expect((await owner.post(RULES, { type: 'allowlist', cidr: '203.0.113.0/24' }, near)).status).toBe(201)
	await decidesNothing(one, path, at('198.51.100.9'), 'ip.blocked')
	expect((await booked(made))?.status).toBe('pending')
	expect((await one.post(`${path}/confirm`, undefined, near)).status).toBe(200)
})

test('a change of another org is decided in a sign-in that the org accepts', async () => {
	const { owner, one, made, path } = await elsewhere()
	await env.DB.prepare(
		"INSERT INTO sign_in_requirements (id, owner, created_at) VALUES ('second_factor:' || ?1, ?1, '')",
	)
		.bind(owner.org_id)
		.run()
	await decidesNothing(one, path, {}, 'auth.second_factor_required')
	expect((await booked(made))?.status).toBe('pending')
})

test.each(['confirm', 'end'])('a repeated %s gets no stored response once its caller may not decide', async (verb) => {
	const owner = await user('owner')
	const one = await memberOf(owner.org_id, 'admin')
	const path = `${CHANGES}/${confirmIdOf(await onTrial(owner))}/${verb}`
	const key = { headers: { 'Idempotency-Key': unique('key') } }
	const first = await one.post(path, undefined, key)
	expect(first.status).toBe(200)
	const again = await one.post(path, undefined, key)
	expect([again.body, again.headers.get('Idempotency-Replayed')]).toEqual([first.body, 'true'])
	await put(owner.org_id, one, 'member')
	expect((await one.post(path, undefined, key)).status).toBe(404)
})

test('a repeated revert gets no stored response once its caller may not make the change', async () => {
	const one = await operator(['operations'])
	const session = { ...one, ...(await signIn(one.login)) }
	const changed = await session.patch(`/v1/feature-flags/${(await create.featureFlag()).key}`, {
		description: 'Hidden',
	})
	const path = `/v1/admin/audit-logs/${await auditOf(changed)}/revert`
	const key = { headers: { 'Idempotency-Key': unique('key') } }
	const first = await session.post(path, undefined, key)
	expect(first.status).toBe(200)
	expect((await session.post(path, undefined, key)).body).toEqual(first.body)
	await (await admin()).put(`/v1/admin/users/${one.user_id}/roles`, { roles: [] })
	forgetPrincipals()
	expect((await session.post(path, undefined, key)).status).toBe(404)
})
