import { authenticator, challengeOf, newKey } from '../authenticator.ts'
import { type Caller, user } from '../world.ts'
import { people, type Row, type Rows } from './row.ts'

// Second factors, which the specification leaves to us.

const mine: Pick<Row, 'access' | 'stranger'> = { access: 'user', stranger: 'its own' }
const notReplayed = 'Its answer is a credential, which is never stored'

/** A user without an address, for whom nobody reads the mail settings. */
export async function withoutAddress(admin: Caller) {
	const one = await user()
	await admin.patch(`/v1/admin/users/${one.user_id}`, { email: null })
	return one
}

export const factors: Rows = {
	'POST /v1/auth/second-factor': {
		access: 'anyone',
		notReplayed,
		write: async () => {
			const one = await user()
			const { code } = await authenticator(one)
			return { body: { challenge: await challengeOf(one.login), totp: await code() } }
		},
		d1: {
			warm: 4,
			why: 'It reads the challenge, then whose it is, then their key, which it compares before it writes',
		},
	},
	'GET /v1/me/totp': {
		...mine,
		read: async () => {
			const one = await user()
			await authenticator(one)
			return { as: one, hides: (await one.get('/v1/me/totp')).body.enabled_at }
		},
	},
	'POST /v1/me/totp/options': {
		...mine,
		notReplayed: 'It has the secret',
		notAudited: 'A key changes nothing until a code confirms it',
		write: async () => ({ as: await user() }),
	},
	'PUT /v1/me/totp': {
		...mine,
		stranger: 'refused',
		write: async () => {
			const one = await user()
			return { as: one, body: { code: await newKey(one).then(({ code }) => code()) } }
		},
		d1: { warm: 2, why: 'It compares the code with the key that it reads' },
	},
	'DELETE /v1/me/totp': {
		...mine,
		stranger: 'refused',
		write: async () => {
			const one = await user()
			await authenticator(one)
			return { as: one, status: 204 }
		},
	},
	'GET /v1/me/recovery-codes': {
		...mine,
		read: async () => {
			const one = await user()
			await authenticator(one)
			return { as: one, hides: (await one.post('/v1/me/recovery-codes')).body.created_at }
		},
	},
	'POST /v1/me/recovery-codes': {
		...mine,
		stranger: 'refused',
		notReplayed,
		write: async () => {
			const one = await user()
			await authenticator(one)
			return { as: one, status: 201 }
		},
	},
	'GET /v1/admin/users/{user_id}/ways-in': {
		access: 'permission:platform.read',
		read: ({ owner }) => ({ at: { user_id: owner.user_id } }),
	},
	'GET /v1/admin/users/{user_id}/left-behind': {
		access: 'permission:platform.read',
		read: ({ owner }) => ({ at: { user_id: owner.user_id } }),
	},
	'POST /v1/admin/users/{user_id}/second-factor/reset': {
		...people,
		write: async ({ admin }) => {
			const one = await withoutAddress(admin)
			await authenticator(one)
			return { at: { user_id: one.user_id } }
		},
	},
}
