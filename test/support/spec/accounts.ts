import { env } from 'cloudflare:workers'
import { hashOf } from '../../support/program.ts'
import { newCredential, requestOptions, withPasskey } from '../passkeys.ts'
import { address, PASSWORD, unique, user } from '../world.ts'
import { withoutAddress } from './factors.ts'
import { people, PERIOD, platform, reads, type Row, type Rows } from './row.ts'

// Signing in, the caller, API keys, orgs, users and the audit log, which the specification leaves to us, and a part of 4.11.

const mine: Pick<Row, 'access' | 'stranger'> = { access: 'user', stranger: 'its own' }
const anyone: Pick<Row, 'access'> = { access: 'anyone' }
const notReplayed = 'Its answer is a credential, which is never stored'

/** The login of a new user, as its cookie. */
const withCookie = async () => ({ headers: { Cookie: (await user()).cookie } })

/** A token that verifies the address of a new user, as a mail would carry it. */
async function verificationToken(): Promise<string> {
	const { user_id, login } = await user()
	const token = unique('token')
	await env.DB.prepare(
		"INSERT INTO one_time_tokens (token_hash, purpose, user_id, email, expires_at, created_at) VALUES (?, 'email_verification', ?, ?, '9999', '')",
	)
		.bind(hashOf(token), user_id, `${login}@example.com`)
		.run()
	return token
}

export const accounts: Rows = {
	'POST /v1/auth/register': {
		...anyone,
		notReplayed,
		write: () => {
			const login = unique('new')
			return {
				body: { login, password: PASSWORD, email: `${login}@example.com` },
				headers: { 'CF-Connecting-IP': address() },
				status: 201,
			}
		},
		d1: { warm: 2, why: 'It looks for a taken name before it hashes the password' },
	},
	'POST /v1/auth/login': {
		...anyone,
		notReplayed,
		write: ({ member }) => ({
			body: { login: member.login, password: PASSWORD },
			headers: { 'CF-Connecting-IP': address() },
		}),
		d1: { warm: 2, why: 'It compares the password with the hash that it reads' },
	},
	'POST /v1/auth/refresh': {
		...anyone,
		notReplayed,
		write: withCookie,
		d1: { warm: 2, why: 'It reads whose cookie it is before it trades it' },
		notAudited: 'The audit log has the beginning and the end of a login',
		auditedWhen: 'A platform admin enters a foreign org',
	},
	'POST /v1/auth/logout': {
		...anyone,
		notReplayed,
		write: withCookie,
		d1: { warm: 2, why: 'It reads whose cookie it is before it ends the login' },
	},
	'POST /v1/auth/step-up': {
		access: 'user',
		stranger: 'refused',
		notReplayed,
		write: async () => {
			const one = await user()
			const challenge = unique('challenge')
			const [session] = (await one.get('/v1/me/sessions')).body
			await env.DB.prepare(
				"INSERT INTO sign_in_challenges (challenge_hash, purpose, user_id, session_id, expires_at, created_at) VALUES (?, 'step_up', ?, ?, '9999', '')",
			)
				.bind(hashOf(challenge), one.user_id, session.id)
				.run()
			return { as: one, body: { challenge, password: PASSWORD } }
		},
		d1: { warm: 3, why: 'It reads the challenge, then the password, which it compares before it writes' },
	},
	'POST /v1/auth/passkey/options': {
		...anyone,
		notReplayed,
		notAudited: 'It only makes a challenge',
		write: ({ member }) => ({ body: { login: member.login } }),
	},
	'POST /v1/auth/passkey': {
		...anyone,
		notReplayed,
		write: async () => {
			const { authenticator, login } = await withPasskey()
			return { body: { credential: await authenticator.get(await requestOptions(login)) } }
		},
		d1: { warm: 2, why: 'It reads the key that it verifies the signature with' },
	},
	'POST /v1/auth/password-reset': {
		...anyone,
		notReplayed: 'Every login gets the same answer',
		notAudited: 'An audit row would tell who has an account',
		noSample: 'What it writes depends on the mail settings: test/sign-in/recovery.test.ts',
	},
	'POST /v1/auth/password-reset/confirm': {
		...anyone,
		notReplayed: 'Its token is used up',
		write: async ({ admin }) => {
			const { user_id } = await user()
			const { token } = (await admin.post(`/v1/admin/users/${user_id}/password-reset`)).body
			return { body: { token, password: PASSWORD } }
		},
		d1: { warm: 2, why: 'It looks for the token before it hashes the password' },
	},
	'POST /v1/auth/email/verification/confirm': {
		...anyone,
		notReplayed: 'Its token is used up',
		write: async () => ({ body: { token: await verificationToken() } }),
		d1: { warm: 2, why: 'It reads whose token it is before it uses it' },
	},
	'GET /.well-known/jwks.json': {
		...anyone,
		read: () => ({}),
		d1: { warm: 0, why: 'The keys are part of the configuration' },
	},
	'GET /v1/me': { ...mine, access: 'user_or_service', read: () => ({}) },
	'PATCH /v1/me': {
		...mine,
		write: async () => ({
			as: await user(),
			body: { locale: 'de-CH', timezone: 'Europe/Paris' },
		}),
	},
	'POST /v1/me/password': {
		...mine,
		write: async () => ({ as: await user(), body: { old_password: PASSWORD, new_password: PASSWORD } }),
		d1: { warm: 2, why: 'It compares the password with the hash that it reads' },
	},
	'POST /v1/me/email/verification': {
		...mine,
		noSample: 'It needs a mail server: test/sign-in/recovery.test.ts',
	},
	'GET /v1/me/sessions': { ...mine, read: () => ({}) },
	'GET /v1/me/sessions/{id}': {
		...mine,
		stranger: 'not found',
		read: async ({ member }) => ({ at: { id: (await member.get('/v1/me/sessions')).body[0].id } }),
	},
	'DELETE /v1/me/sessions/{id}': {
		...mine,
		stranger: 'not found',
		write: async () => {
			const one = await user()
			return { as: one, at: { id: (await one.get('/v1/me/sessions')).body[0].id }, status: 204 }
		},
	},
	'POST /v1/me/passkeys/options': {
		...mine,
		notReplayed: 'A challenge works once',
		notAudited: 'It only makes a challenge',
		write: () => ({}),
	},
	'POST /v1/me/passkeys': {
		...mine,
		stranger: 'refused',
		write: async () => {
			const one = await user()
			return { as: one, body: { name: 'Laptop', credential: await newCredential(one) }, status: 201 }
		},
	},
	'GET /v1/me/passkeys': {
		...mine,
		read: async () => ({ as: await withPasskey() }),
	},
	'GET /v1/me/passkeys/{id}': {
		...mine,
		stranger: 'not found',
		read: async () => {
			const one = await withPasskey()
			return { as: one, at: { id: one.passkey_id } }
		},
	},
	'PATCH /v1/me/passkeys/{id}': {
		...mine,
		stranger: 'not found',
		write: async () => {
			const one = await withPasskey()
			return { as: one, at: { id: one.passkey_id }, body: { name: 'Phone' } }
		},
	},
	'DELETE /v1/me/passkeys/{id}': {
		...mine,
		stranger: 'not found',
		write: async () => {
			const one = await withPasskey()
			return { as: one, at: { id: one.passkey_id }, status: 204 }
		},
	},
	'GET /v1/admin/users': {
		...reads,
		read: () => ['', 'q=nothing-like-it', 'status=active'].map((query) => ({ query })),
	},
	'GET /v1/admin/users/{user_id}': { ...reads, read: ({ member }) => ({ at: { user_id: member.user_id } }) },
	'PATCH /v1/admin/users/{user_id}': {
		...people,
		write: ({ member }) => ({ at: { user_id: member.user_id }, body: { timezone: 'Europe/Paris' } }),
	},
	'DELETE /v1/admin/users/{user_id}': {
		...people,
		write: async () => ({ at: { user_id: (await user()).user_id }, status: 204 }),
	},
	'PUT /v1/admin/users/{user_id}/platform-admin': {
		...platform,
		// Somebody who already is one: other tests count the platform's admins.
		write: ({ admin }) => ({ at: { user_id: admin.user_id }, status: 204, isSame: true }),
	},
	'DELETE /v1/admin/users/{user_id}/platform-admin': {
		...platform,
		write: async ({ admin }) => {
			const { user_id } = await user()
			await admin.put(`/v1/admin/users/${user_id}/platform-admin`)
			return { at: { user_id }, status: 204 }
		},
	},
	'POST /v1/admin/users/{user_id}/password-reset': {
		...people,
		write: async ({ admin }) => ({ at: { user_id: (await withoutAddress(admin)).user_id }, status: 201 }),
		shownOnce: ['token'],
	},
	'GET /v1/admin/users/{user_id}/sessions': {
		...reads,
		read: ({ member }) => ({ at: { user_id: member.user_id } }),
	},
	'GET /v1/admin/users/{user_id}/sessions/{id}': {
		...reads,
		read: async ({ member }) => {
			const [session] = (await member.get('/v1/me/sessions')).body
			return { at: { user_id: member.user_id, id: session.id } }
		},
	},
	'DELETE /v1/admin/users/{user_id}/sessions/{id}': {
		...people,
		write: async () => {
			const one = await user()
			const [session] = (await one.get('/v1/me/sessions')).body
			return { at: { user_id: one.user_id, id: session.id }, status: 204 }
		},
	},
	'GET /v1/admin/operators': { ...reads, read: () => ({}), readsAll: 'Only few users are operators' },
	'GET /v1/admin/users/{user_id}/roles': {
		...reads,
		read: ({ member }) => ({ at: { user_id: member.user_id } }),
	},
	'PUT /v1/admin/users/{user_id}/roles': {
		...platform,
		write: ({ admin }) => ({ at: { user_id: admin.user_id }, body: { roles: ['admin', 'auditor'] } }),
	},
	'GET /v1/admin/audit-logs': {
		...reads,
		read: () =>
			['', 'action=plans.create', 'actor_user_id=x', 'org_id=x', 'target_id=x', PERIOD].map((query) => ({ query })),
	},
}
