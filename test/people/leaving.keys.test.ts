import { beforeEach, expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { memberOf } from '../support/invitations.ts'
import { enter, newProvider, ofOrg, ofPlatform, serve, someone } from '../support/oidc.ts'
import { operator } from '../support/operators.ts'
import { forgetPrincipals } from '../support/program.ts'
import { admin, user } from '../support/world.ts'

// A key that was made through a connection does what a session of that connection does. Whoever runs the provider may have made it, in
// the name of anybody who is linked.

const provider = await newProvider()
beforeEach(() => void serve(provider))

test("while an org's connection waits, a key that was made through it is a plain member's", async () => {
	const leaver = await user('leaver')
	const { org_id } = leaver
	const connection = await ofOrg(provider, leaver, { role_claim: 'groups', role_map: { it: 'admin' } })
	const owner = await memberOf(org_id, 'owner')
	const ada = await enter(provider, connection, someone({ groups: ['it'] }))
	const { key, id } = (await ada.post('/v1/api-keys', { name: 'key', scopes: ['org.settings'] })).body
	const made = as(key)
	const settings = () => made.get(`/v1/orgs/${org_id}/invitations`)
	expect((await settings()).status).toBe(200)
	expect((await owner.delete(`/v1/orgs/${org_id}/members/${leaver.user_id}`)).status).toBe(204)
	expect([(await settings()).status, (await made.get('/v1/plans')).status]).toEqual([403, 200])
	expect((await ada.post(`/v1/api-keys/${id}/rotate`, {})).status).toBe(404)
	const path = `/v1/orgs/${org_id}/oidc-connections/${connection.id}`
	expect((await owner.post(`${path}/confirm`)).status).toBe(200)
	expect((await settings()).status).toBe(200)
})

test("while the platform's connection waits, a key that was made through it has no platform role", async () => {
	const [root, leaver] = [await admin(), await operator(['admin'])]
	const fields = { role_claim: 'groups', role_map: { root: 'admin' } }
	const connection = await ofPlatform(provider, leaver, fields)
	const email = `ada@${connection.domain}`
	const ada = await enter(provider, connection, someone({ groups: ['root'], email, email_verified: true }))
	const { body } = await ada.post('/v1/api-keys', { name: 'key', scopes: ['platform_admin'] })
	const made = as(body.key)
	const users = async () => (await made.get('/v1/admin/users')).status
	expect(await users()).toBe(200)
	expect((await root.put(`/v1/admin/users/${leaver.user_id}/roles`, { roles: [] })).status).toBe(200)
	forgetPrincipals()
	expect([await users(), (await made.get('/v1/plans')).status]).toEqual([403, 200])
	expect((await root.post(`/v1/admin/oidc-connections/${connection.id}/confirm`)).status).toBe(200)
	expect(await users()).toBe(200)
})
