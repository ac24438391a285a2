import { unique } from '../world.ts'
import { type Here, platform, reads, type Row, type Rows } from './row.ts'

// The OIDC connections of the platform and of an org, which the specification leaves to us.

const read: Pick<Row, 'access'> = { access: 'permission:org.settings|platform.read' }
const byOwner: Pick<Row, 'access' | 'stranger'> = { access: 'user', stranger: 'not found' }

const connection = () => ({
	name: unique('provider'),
	issuer: 'https://login.example.com',
	client_id: 'plinth',
	client_secret: 'a-client-secret',
})

const ofOrg = async ({ owner, org_id }: Here) => {
	const { body } = await owner.post(`/v1/orgs/${org_id}/oidc-connections`, connection())
	return { org_id, connection_id: body.id as string }
}

const ofPlatform = async ({ admin }: Here) => {
	const { body } = await admin.post('/v1/admin/oidc-connections', connection())
	return { connection_id: body.id as string }
}

/** Deletes it again, since the platform has room for only a few. */
const once = async (here: Here) => {
	for (const { id } of (await here.admin.get('/v1/admin/oidc-connections')).body)
		await here.admin.delete(`/v1/admin/oidc-connections/${id}`)
	return ofPlatform(here)
}

const READ_FIRST = { warm: 2, why: 'It reads which records to look for' }

export const oidcConnections: Rows = {
	'GET /v1/orgs/{org_id}/oidc-connections': {
		...read,
		stranger: 'not found',
		read: async (here) => ({ as: here.owner, at: { org_id: (await ofOrg(here)).org_id } }),
	},
	'POST /v1/orgs/{org_id}/oidc-connections': {
		...byOwner,
		write: ({ owner, org_id }) => ({ as: owner, at: { org_id }, body: connection(), status: 201 }),
	},
	'GET /v1/orgs/{org_id}/oidc-connections/{connection_id}': {
		...read,
		stranger: 'not found',
		read: async (here) => ({ as: here.owner, at: await ofOrg(here) }),
	},
	'PATCH /v1/orgs/{org_id}/oidc-connections/{connection_id}': {
		...byOwner,
		write: async (here) => ({ as: here.owner, at: await ofOrg(here), body: { name: 'Okta' } }),
	},
	'DELETE /v1/orgs/{org_id}/oidc-connections/{connection_id}': {
		...byOwner,
		write: async (here) => ({ as: here.owner, at: await ofOrg(here), status: 204 }),
	},
	'POST /v1/orgs/{org_id}/oidc-connections/{connection_id}/test': {
		...byOwner,
		write: async (here) => ({ as: here.owner, at: await ofOrg(here) }),
		d1: READ_FIRST,
		notReplayed: 'A repeat looks again',
	},
	'GET /v1/admin/oidc-connections': {
		...reads,
		read: async (here) => {
			await once(here)
			return {}
		},
	},
	'POST /v1/admin/oidc-connections': {
		...platform,
		write: async (here) => {
			await once(here)
			return { body: connection(), status: 201 }
		},
	},
	'GET /v1/admin/oidc-connections/{connection_id}': {
		...reads,
		read: async (here) => ({ at: await once(here) }),
	},
	'PATCH /v1/admin/oidc-connections/{connection_id}': {
		...platform,
		write: async (here) => ({ at: await once(here), body: { name: 'Okta' } }),
	},
	'DELETE /v1/admin/oidc-connections/{connection_id}': {
		...platform,
		write: async (here) => ({ at: await once(here), status: 204 }),
	},
	'POST /v1/admin/oidc-connections/{connection_id}/test': {
		...platform,
		write: async (here) => ({ at: await once(here) }),
		d1: READ_FIRST,
		notReplayed: 'A repeat looks again',
	},
}
