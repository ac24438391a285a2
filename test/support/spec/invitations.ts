import { type Caller, unique, user } from '../world.ts'
import { type Here, OR_READS, type Row, type Rows } from './row.ts'

// Invitations into an org, which the specification leaves to us.

const ofOrg: Pick<Row, 'access' | 'stranger'> = {
	access: 'permission:org.settings|people.write',
	stranger: 'not found',
}

/** A new org, because an org has few open invitations. Its owner acts in it. */
async function sent() {
	const owner = await user('inviter')
	const { org_id } = owner
	const { body } = await owner.post(`/v1/orgs/${org_id}/invitations`, wanted())
	return { as: owner, at: { org_id, id: body.id as string }, token: body.token as string }
}

const wanted = () => ({ email: `${unique('invited')}@example.com`, role: 'member' })

const once = ({ once: keep }: Here) => keep('invitation', sent)

export const invitations: Rows = {
	'POST /v1/orgs/{org_id}/invitations': {
		...ofOrg,
		write: async () => {
			const owner: Caller = await user('inviter')
			return { as: owner, at: { org_id: owner.org_id }, body: wanted(), status: 201 }
		},
		shownOnce: ['token'],
	},
	'GET /v1/orgs/{org_id}/invitations': {
		...ofOrg,
		access: OR_READS,
		read: async (here) => {
			const { as, at } = await once(here)
			return { as, at }
		},
	},
	'GET /v1/orgs/{org_id}/invitations/{id}': {
		...ofOrg,
		access: OR_READS,
		read: async (here) => {
			const { as, at } = await once(here)
			return { as, at }
		},
	},
	'DELETE /v1/orgs/{org_id}/invitations/{id}': {
		...ofOrg,
		write: async () => {
			const { as, at } = await sent()
			return { as, at, status: 204 }
		},
	},
	'POST /v1/orgs/{org_id}/invitations/{id}/resend': {
		...ofOrg,
		write: async () => {
			const { as, at } = await sent()
			return { as, at }
		},
		shownOnce: ['token'],
	},
	'GET /v1/invitations/{token}': {
		access: 'anyone',
		read: async (here) => ({ at: { token: (await once(here)).token } }),
	},
	'POST /v1/invitations/{token}/accept': {
		access: 'user',
		stranger: 'first come',
		write: async () => ({ as: await user('invited'), at: { token: (await sent()).token } }),
		d1: { warm: 2, why: 'It reads what the token offers before it uses it' },
	},
}
