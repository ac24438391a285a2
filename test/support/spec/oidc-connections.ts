import { env } from 'cloudflare:workers'
import { accessRequest } from '../access-team.ts'
import { unique, user } from '../world.ts'
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

/** The one that all reads share. */
const kept = (here: Here) => here.once('OIDC connection', () => ofPlatform(here)) as Promise<{ connection_id: string }>

/** Deletes those of earlier samples, since the platform has room for only a few. */
const once = async (here: Here) => {
	const { connection_id } = await kept(here)
	for (const { id } of (await here.admin.get('/v1/admin/oidc-connections')).body)
		if (id !== connection_id) await here.admin.delete(`/v1/admin/oidc-connections/${id}`)
	return ofPlatform(here)
}

/** One whose decider left. */
async function waiting<At extends { connection_id: string }>(at: At): Promise<At> {
	await env.DB.prepare("UPDATE oidc_connections SET waits_since = '2026-01-01T00:00:00.000Z' WHERE id = ?")
		.bind(at.connection_id)
		.run()
	return at
}

/** An identity of a user at some provider. */
async function identity(user_id: string): Promise<string> {
	const id = unique('idn')
	await env.DB.prepare(
		"INSERT INTO identities (id, user_id, issuer, subject, connection_id, created_at) VALUES (?, ?, 'https://login.example.com', ?, 'oic_none', '2026-01-01T00:00:00.000Z')",
	)
		.bind(id, user_id, id)
		.run()
	return id
}

/** What the provider says about itself. */
const DOCUMENT = {
	upstream: () =>
		Response.json({
			issuer: 'https://login.example.com',
			authorization_endpoint: 'https://login.example.com/authorize',
		}),
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
	'POST /v1/orgs/{org_id}/oidc-connections/{connection_id}/confirm': {
		...byOwner,
		write: async (here) => ({ as: here.owner, at: await waiting(await ofOrg(here)) }),
		notReplayed: 'A repeat finds nothing to confirm',
	},
	'GET /v1/admin/oidc-connections': {
		...reads,
		read: async (here) => {
			await kept(here)
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
		read: async (here) => ({ at: await kept(here) }),
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
	'POST /v1/admin/oidc-connections/{connection_id}/confirm': {
		...platform,
		write: async (here) => ({ at: await waiting(await once(here)) }),
		notReplayed: 'A repeat finds nothing to confirm',
	},
	'GET /v1/auth/connections': {
		access: 'anyone',
		read: () => ({ query: 'login=ada@example.com' }),
		d1: { warm: 1, why: "It reads the gateway's document too, if the isolate has none" },
	},
	'GET /v1/auth/oidc/{connection_id}/start': {
		access: 'anyone',
		noSample: 'It stores where the sign-in is: test/federation/oidc.test.ts',
	},
	'GET /v1/auth/oidc/{connection_id}/callback': {
		access: 'anyone',
		noSample: 'It needs what a provider sends: test/federation/oidc.test.ts',
		auditedWhen: 'It signs somebody in',
	},
	'GET /v1/me/identities': {
		access: 'user',
		stranger: 'nothing',
		read: async ({ owner }) => {
			await identity(owner.user_id)
			return { as: owner }
		},
	},
	'POST /v1/me/identities/{connection_id}/start': {
		access: 'user',
		stranger: 'its own',
		notReplayed: 'Its cookie is a credential',
		write: async (here) => ({ at: { connection_id: (await ofOrg(here)).connection_id }, body: {}, ...DOCUMENT }),
		d1: { warm: 2, why: 'It reads where the provider is, and stores what the browser began' },
		notAudited: 'Nothing is added yet',
	},
	'POST /v1/auth/access': {
		access: 'anyone',
		notReplayed: 'Its answer is a credential, which is never stored',
		write: async () => {
			const { user_id } = await user()
			return { body: {}, ...(await accessRequest(user_id)) }
		},
		d1: { warm: 2, why: 'It reads whose identity it is before it starts the session' },
	},
	'POST /v1/me/identities/access': {
		access: 'user',
		stranger: 'refused',
		notReplayed: 'Its assertion says who it is about',
		write: async ({ owner }) => ({ as: owner, ...(await accessRequest(owner.user_id)) }),
	},
	'GET /v1/me/identities/{id}': {
		access: 'user',
		stranger: 'not found',
		read: async ({ owner }) => ({ as: owner, at: { id: await identity(owner.user_id) } }),
	},
	'DELETE /v1/me/identities/{id}': {
		access: 'user',
		stranger: 'not found',
		write: async ({ owner }) => ({ as: owner, at: { id: await identity(owner.user_id) }, status: 204 }),
	},
}
