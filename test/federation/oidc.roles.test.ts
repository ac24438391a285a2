import { afterEach, expect, test, vi } from 'vitest'
import { accept, invite, memberOf, put } from '../support/invitations.ts'
import { type Connected, enter, newProvider, ofOrg, type Provider, serve, someone } from '../support/oidc.ts'
import { admin, type Caller } from '../support/world.ts'

// A role that a person gave stays when a sign-in through the org's connection claims a lower one, whichever way it was given.

afterEach(() => vi.restoreAllMocks())

interface Org {
	provider: Provider
	connection: Connected
	org_id: string
	owner: Caller
	/** Signs the member in through the connection, whose claim says `staff`. */
	comes: () => Promise<Awaited<ReturnType<typeof enter>>>
	user_id: string
}

const WAYS: Record<string, (org: Org) => Promise<unknown>> = {
	'by an owner': ({ owner, org_id, user_id }) =>
		owner.patch(`/v1/orgs/${org_id}/members/${user_id}`, { role: 'admin' }),
	'by the platform': ({ org_id, user_id }) => put(org_id, { user_id }, 'admin'),
	'by an invitation': async ({ owner, comes }) =>
		accept(await comes(), (await invite(owner, { role: 'admin' })).body.token),
	'as the heir of the only owner': async ({ owner, org_id, user_id, connection }) => {
		const root = await admin()
		expect((await root.delete(`/v1/admin/users/${owner.user_id}`)).status).toBe(204)
		expect((await root.get(`/v1/admin/orgs/${org_id}`)).body.members).toMatchObject([{ user_id, role: 'owner' }])
		const other = await memberOf(org_id, 'owner')
		const path = `/v1/orgs/${org_id}/oidc-connections/${connection.id}`
		expect((await other.post(`${path}/confirm`)).status).toBe(200)
	},
}

test.each(Object.entries(WAYS))('given %s, it stays', async (_, give) => {
	const provider = await newProvider()
	serve(provider)
	const root = await admin()
	const { id: org_id } = (await root.post('/v1/admin/orgs', { name: 'Acme' })).body
	const owner = await memberOf(org_id, 'owner')
	const connection = await ofOrg(provider, owner, { role_claim: 'groups', role_map: { staff: 'member', it: 'admin' } })
	const said = someone({ groups: 'staff' })
	const comes = () => enter(provider, connection, said)
	const roleOf = async () => (await (await comes()).get('/v1/me')).body.orgs[0].role as string
	const { id: user_id } = (await (await comes()).get('/v1/me')).body
	expect(await roleOf()).toBe('member')
	await give({ provider, connection, org_id, owner, comes, user_id })
	expect(['admin', 'owner']).toContain(await roleOf())
})
