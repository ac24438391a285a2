import type { Here, Row, Rows } from './row.ts'
import { platform } from './row.ts'

// SCIM for OIDC connections, which the specification leaves to us.

const connection = () => ({
	name: 'With a directory',
	issuer: 'https://login.example.com',
	client_id: 'plinth',
	client_secret: 'a-client-secret',
})

const byOwner: Pick<Row, 'access' | 'stranger'> = { access: 'user', stranger: 'not found' }

const ofOrg = async ({ owner, org_id }: Here) => {
	const { body } = await owner.post(`/v1/orgs/${org_id}/oidc-connections`, connection())
	return { org_id, connection_id: body.id as string }
}

/** The platform has room for only a few. */
const ofPlatform = async ({ admin }: Here) => {
	for (const { id, name } of (await admin.get('/v1/admin/oidc-connections')).body)
		if (name === connection().name) await admin.delete(`/v1/admin/oidc-connections/${id}`)
	const { body } = await admin.post('/v1/admin/oidc-connections', connection())
	return { connection_id: body.id as string }
}

const byToken: Row = { access: 'anyone', noSample: 'Only a SCIM client may call it: test/federation/scim.test.ts' }
const shownOnce = 'The token is shown once'

export const scim: Rows = {
	'POST /v1/orgs/{org_id}/oidc-connections/{connection_id}/scim-token': {
		...byOwner,
		write: async (here) => ({ as: here.owner, at: await ofOrg(here), status: 201 }),
		notReplayed: shownOnce,
	},
	'DELETE /v1/orgs/{org_id}/oidc-connections/{connection_id}/scim-token': {
		...byOwner,
		write: async (here) => {
			const at = await ofOrg(here)
			await here.owner.post(`/v1/orgs/${at.org_id}/oidc-connections/${at.connection_id}/scim-token`)
			return { as: here.owner, at, status: 204 }
		},
	},
	'POST /v1/admin/oidc-connections/{connection_id}/scim-token': {
		...platform,
		write: async (here) => ({ at: await ofPlatform(here), status: 201 }),
		notReplayed: shownOnce,
	},
	'DELETE /v1/admin/oidc-connections/{connection_id}/scim-token': {
		...platform,
		write: async (here) => {
			const at = await ofPlatform(here)
			await here.admin.post(`/v1/admin/oidc-connections/${at.connection_id}/scim-token`)
			return { at, status: 204 }
		},
	},
	'GET /scim/v2/Users': byToken,
	'POST /scim/v2/Users': byToken,
	'GET /scim/v2/Users/{user_id}': byToken,
	'PATCH /scim/v2/Users/{user_id}': byToken,
	'PUT /scim/v2/Users/{user_id}': byToken,
	'DELETE /scim/v2/Users/{user_id}': byToken,
	'GET /scim/v2/ServiceProviderConfig': byToken,
	'GET /scim/v2/ResourceTypes': byToken,
	'GET /scim/v2/Schemas': byToken,
	'GET /scim/v2/ResourceTypes/{id}': byToken,
	'GET /scim/v2/Schemas/{id}': byToken,
}
