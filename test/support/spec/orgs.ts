import { unique, user } from '../world.ts'
import { type Here, OR_READS, people, PERIOD, reads, type Row, type Rows } from './row.ts'

// Orgs and their members, as operators and as the orgs themselves administer them.

const mine: Pick<Row, 'access' | 'stranger'> = { access: 'user', stranger: 'its own' }
const ofMembers: Pick<Row, 'access' | 'stranger'> = { access: 'signed_in', stranger: 'not found' }
const ofOrg: Pick<Row, 'access' | 'stranger'> = { access: 'permission:org.settings', stranger: 'not found' }

const newOrg = async ({ admin }: Here): Promise<string> =>
	(await admin.post('/v1/admin/orgs', { name: unique('org') })).body.id

/** A new member of the samples' org, and where to leave it. */
async function newMember({ admin, org_id }: Here) {
	const one = await user()
	await admin.put(`/v1/admin/orgs/${org_id}/members/${one.user_id}`, { role: 'member' })
	return { as: one, at: { org_id, user_id: one.user_id } }
}

export const orgs: Rows = {
	'GET /v1/me/orgs': { ...mine, read: () => ({}) },
	'GET /v1/me/orgs/{org_id}': { ...mine, stranger: 'not found', read: ({ org_id }) => ({ at: { org_id } }) },
	'DELETE /v1/me/orgs/{org_id}': {
		...mine,
		stranger: 'not found',
		write: async (here) => ({ ...(await newMember(here)), status: 204 }),
	},
	'GET /v1/admin/orgs': {
		...reads,
		read: () =>
			['', 'q=or', 'q=org', 'q=nothing-like-it', 'without_owner=true', 'without_owner=true&q=org'].map((query) => ({
				query,
			})),
	},
	'POST /v1/admin/orgs': {
		...people,
		write: ({ owner }) => [
			{ body: { name: unique('org') }, status: 201 },
			{ body: { name: unique('org'), owner_user_id: owner.user_id }, status: 201 },
		],
	},
	'GET /v1/admin/orgs/{org_id}': { ...reads, read: ({ org_id }) => ({ at: { org_id } }) },
	'PATCH /v1/admin/orgs/{org_id}': {
		...people,
		write: async (here) => ({ at: { org_id: await newOrg(here) }, body: { name: unique('renamed') } }),
	},
	'GET /v1/admin/orgs/{org_id}/members/{user_id}': {
		...reads,
		read: ({ org_id, member }) => ({ at: { org_id, user_id: member.user_id } }),
	},
	'PUT /v1/admin/orgs/{org_id}/members/{user_id}': {
		...people,
		write: async (here) => ({
			at: { org_id: await newOrg(here), user_id: here.member.user_id },
			body: { role: 'member' },
		}),
	},
	'DELETE /v1/admin/orgs/{org_id}/members/{user_id}': {
		...people,
		write: async (here) => {
			const at = { org_id: await newOrg(here), user_id: here.member.user_id }
			await here.admin.put(`/v1/admin/orgs/${at.org_id}/members/${at.user_id}`, { role: 'member' })
			return { at, status: 204 }
		},
	},
	'POST /v1/orgs': { ...mine, write: async () => ({ as: await user(), body: { name: unique('org') }, status: 201 }) },
	'GET /v1/orgs/{org_id}': { ...ofMembers, read: ({ org_id }) => ({ at: { org_id } }) },
	'PATCH /v1/orgs/{org_id}': {
		...ofOrg,
		write: ({ org_id }) => ({ at: { org_id }, body: { name: unique('renamed') } }),
	},
	'GET /v1/orgs/{org_id}/members': { ...ofMembers, read: ({ org_id }) => ({ at: { org_id } }) },
	'GET /v1/orgs/{org_id}/members/{user_id}': {
		...ofMembers,
		read: ({ org_id, owner }) => ({ at: { org_id, user_id: owner.user_id } }),
	},
	'PATCH /v1/orgs/{org_id}/members/{user_id}': {
		...ofOrg,
		write: async (here) => ({ at: (await newMember(here)).at, body: { role: 'admin' } }),
	},
	'DELETE /v1/orgs/{org_id}/members/{user_id}': {
		...ofOrg,
		write: async (here) => ({ at: (await newMember(here)).at, status: 204 }),
	},
	'GET /v1/orgs/{org_id}/left-behind': {
		...ofOrg,
		access: OR_READS,
		read: ({ org_id }) => ({ at: { org_id } }),
	},
	'GET /v1/orgs/{org_id}/audit-logs': {
		...ofOrg,
		access: OR_READS,
		read: ({ org_id }) =>
			['', 'action=ip_rules.create', 'actor_user_id=x', 'target_id=x', PERIOD].map((query) => ({
				at: { org_id },
				query,
			})),
	},
}
