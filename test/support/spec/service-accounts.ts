import type { Api } from '../api.ts'
import { encryptionPair } from '../encryption.ts'
import { unique } from '../world.ts'
import type { Here, Row, Rows } from './row.ts'

// The service accounts of an org, which the specification leaves to us.

const settings: Pick<Row, 'access'> = { access: 'permission:org.settings' }
const read: Pick<Row, 'access'> = { access: 'permission:org.settings|platform.read' }

/** A new service account of the org, as its path names it. */
async function serviceAccount({ owner, org_id }: { owner: Api; org_id: string }, fields: object = { role: 'member' }) {
	const { body } = await owner.post(`/v1/orgs/${org_id}/service-accounts`, { name: unique('service'), ...fields })
	return { org_id, account_id: body.id as string }
}

/** A key of a new service account, as its path names it, and the caller that it makes. */
async function serviceKey(here: Here) {
	const at = await serviceAccount(here)
	const { body } = await here.owner.post(`/v1/orgs/${at.org_id}/service-accounts/${at.account_id}/keys`, {})
	return { ...at, key_id: body.id as string }
}

/** A new encryption key of a new service account, as its path names it. */
async function encryptionKey(here: Here) {
	const at = await serviceAccount(here)
	const { kid, publicJwk } = await encryptionPair()
	await here.owner.put(`/v1/orgs/${at.org_id}/service-accounts/${at.account_id}/encryption-keys`, publicJwk)
	return { ...at, kid }
}

export const serviceAccounts: Rows = {
	'GET /v1/orgs/{org_id}/service-accounts': {
		...read,
		stranger: 'not found',
		read: async (here) => {
			await serviceAccount(here)
			return [
				{ as: here.owner, at: { org_id: here.org_id } },
				{ as: here.owner, at: { org_id: here.org_id }, query: 'limit=1' },
			]
		},
	},
	'POST /v1/orgs/{org_id}/service-accounts': {
		...settings,
		stranger: 'not found',
		write: ({ owner, org_id }) => ({
			as: owner,
			at: { org_id },
			body: { name: unique('service'), role: 'admin' },
			status: 201,
		}),
	},
	'GET /v1/orgs/{org_id}/service-accounts/{account_id}': {
		...read,
		stranger: 'not found',
		read: async (here) => ({ as: here.owner, at: await serviceAccount(here) }),
	},
	'PATCH /v1/orgs/{org_id}/service-accounts/{account_id}': {
		...settings,
		stranger: 'not found',
		write: async (here) => ({
			as: here.owner,
			at: await serviceAccount(here),
			body: { name: unique('service'), scopes: ['data.secrets'] },
		}),
	},
	'DELETE /v1/orgs/{org_id}/service-accounts/{account_id}': {
		...settings,
		stranger: 'not found',
		write: async (here) => ({ as: here.owner, at: await serviceAccount(here), status: 204 }),
	},
	'GET /v1/orgs/{org_id}/service-accounts/{account_id}/keys': {
		...read,
		stranger: 'not found',
		read: async (here) => ({ as: here.owner, at: await serviceKey(here) }),
	},
	'POST /v1/orgs/{org_id}/service-accounts/{account_id}/keys': {
		...settings,
		stranger: 'not found',
		write: async (here) => ({
			as: here.owner,
			at: await serviceAccount(here),
			body: { name: unique('key') },
			status: 201,
		}),
		shownOnce: ['key'],
	},
	'GET /v1/orgs/{org_id}/service-accounts/{account_id}/keys/{key_id}': {
		...read,
		stranger: 'not found',
		read: async (here) => ({ as: here.owner, at: await serviceKey(here) }),
	},
	'PATCH /v1/orgs/{org_id}/service-accounts/{account_id}/keys/{key_id}': {
		...settings,
		stranger: 'not found',
		write: async (here) => ({ as: here.owner, at: await serviceKey(here), body: { mode: 'propose' } }),
	},
	'POST /v1/orgs/{org_id}/service-accounts/{account_id}/keys/{key_id}/rotate': {
		...settings,
		stranger: 'not found',
		write: async (here) => ({ as: here.owner, at: await serviceKey(here), body: { overlap_s: 60 }, status: 201 }),
		notReplayed: 'A repeat makes another key',
	},
	'DELETE /v1/orgs/{org_id}/service-accounts/{account_id}/keys/{key_id}': {
		...settings,
		stranger: 'not found',
		write: async (here) => ({ as: here.owner, at: await serviceKey(here), status: 204 }),
	},
	'GET /v1/orgs/{org_id}/service-accounts/{account_id}/encryption-keys': {
		...read,
		stranger: 'not found',
		read: async (here) => {
			const { kid: _, ...at } = await encryptionKey(here)
			return { as: here.owner, at }
		},
	},
	'PUT /v1/orgs/{org_id}/service-accounts/{account_id}/encryption-keys': {
		...settings,
		stranger: 'not found',
		write: async (here) => ({
			as: here.owner,
			at: await serviceAccount(here),
			body: (await encryptionPair()).publicJwk,
			status: 201,
		}),
	},
	'DELETE /v1/orgs/{org_id}/service-accounts/{account_id}/encryption-keys/{kid}': {
		...settings,
		stranger: 'not found',
		write: async (here) => ({ as: here.owner, at: await encryptionKey(here), status: 204 }),
	},
}
