import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { type Api, as, send } from './api.ts'
import {
	fromNow,
	initialGrant,
	insertMember,
	newAccount,
	newSession,
	onForget,
	signAccessToken,
	systemContext,
	users,
	write,
} from './program.ts'

let counter = 0

/** A name that's unique in the run. */
export const unique = (stem: string) => `${stem}-${Date.now().toString(36)}-${(counter += 1)}`

export const PASSWORD = 'correct horse 1'

/** A new address for each caller, so one test's failures never block another test's logins. */
export const address = () => `10.${(counter += 1) >> 16}.${(counter >> 8) & 255}.${counter & 255}`

export interface Caller extends Api {
	login: string
	user_id: string
	org_id: string
	/** The refresh cookie, as a browser would send it. */
	cookie: string
}

export const cookieOf = (headers: Headers) => headers.get('Set-Cookie')?.split(';')[0] ?? ''

/** Names a user as `user` does. */
const named = (stem: string) => {
	const login = unique(stem)
	return { login, email: `${login}@example.com` }
}

/** The statements of a user who signs in with PASSWORD, and what makes them a caller once these are written. */
async function newUser(c: ReturnType<typeof systemContext>, { stem, fields = {}, org_id }: Wanted) {
	const wanted = { ...named(stem), password: PASSWORD, signs_in: true, ...fields }
	const account = await newAccount(c, wanted)
	const { user_id } = account
	const { session, statements } = newSession(c, user_id, org_id ?? account.org_id)
	// After their own org, where they act if they don't say.
	const membership = org_id && insertMember(c, { org_id, user_id, role: 'member' }, fromNow(1))
	const token = await signAccessToken(env, { sub: user_id, org_id: session.org_id, sid: session.sid })
	return {
		statements: {
			account: account.statements,
			grant: initialGrant(c.var.db, account.org_id),
			membership,
			session: statements,
		},
		caller: {
			...as(token),
			login: wanted.login,
			user_id,
			org_id: session.org_id,
			cookie: `plinth_refresh=${session.refresh_token}`,
		},
	}
}

interface Wanted {
	stem: string
	/** Of the account, besides or instead. */
	fields?: object
	/** The org that they're a plain member of, and act in. By default they act in their own. */
	org_id?: string
}

/** Writes new users as the registration does: in one batch each, without the request. */
async function newcomer(wanted: Wanted): Promise<Caller> {
	const c = systemContext(env)
	const { statements, caller } = await newUser(c, wanted)
	const { user_id } = caller
	await write(c, statements, {
		audit: { action: 'users.register', target: users, target_id: user_id, actor_user_id: user_id },
		response: { none: 'Nobody asked' },
	})
	return caller
}

/** A new user who registered over HTTP with these fields. */
export async function registered(stem: string, fields: object): Promise<Caller> {
	const body = { ...named(stem), password: PASSWORD, ...fields }
	const {
		status,
		body: made,
		headers,
	} = await send('POST', '/v1/auth/register', { body, headers: { 'CF-Connecting-IP': address() } })
	expect(status).toBe(201)
	return {
		...as(made.access_token),
		login: body.login,
		user_id: made.user_id,
		org_id: made.org_id,
		cookie: cookieOf(headers),
	}
}

/** A new user, signed in to their personal org. `fields` are those of the account. */
export const user = (stem = 'user', fields: object = {}): Promise<Caller> => newcomer({ stem, fields })

/** Well before an access token ends, after a quarter of an hour. */
const RENEWED_AFTER_MS = 300_000

let root: { caller: Caller; since: number } | undefined
onForget(() => (root = undefined))

/** The platform admin that the bootstrap variables make, with a token that outlives the file. */
export async function admin(): Promise<Caller> {
	// On a slow machine a run takes longer than a token lives. One that a moved clock issued would end at another time.
	if (root && (vi.isFakeTimers() || performance.now() - root.since < RENEWED_AFTER_MS)) return root.caller
	const credentials = { login: env.BOOTSTRAP_ADMIN_LOGIN, password: env.BOOTSTRAP_ADMIN_PASSWORD }
	const { status, body, headers } = await send('POST', '/v1/auth/login', { body: credentials })
	expect(status).toBe(200)
	const api = as(body.access_token)
	const me = await api.get('/v1/me')
	const caller = {
		...api,
		login: credentials.login,
		user_id: me.body.id,
		org_id: me.body.org_id,
		cookie: cookieOf(headers),
	}
	root = { caller, since: performance.now() }
	return caller
}

/** A user has an address, and has verified it by a mail. */
export const hasVerified = ({ user_id }: Pick<Caller, 'user_id'>, email: string) =>
	env.DB.prepare("UPDATE users SET email = ?, email_verified = 1, email_proved_by = 'mail' WHERE id = ?")
		.bind(email, user_id)
		.run()

/** Signs a user in again, acting in `org_id`. */
export async function signIn(login: string, org_id?: string): Promise<Api & { cookie: string }> {
	const { status, body, headers } = await send('POST', '/v1/auth/login', {
		body: { login, password: PASSWORD, ...(org_id ? { org_id } : {}) },
		headers: { 'CF-Connecting-IP': address() },
	})
	expect(status).toBe(200)
	return { ...as(body.access_token), cookie: cookieOf(headers) }
}

/** An org with an owner and a plain member, a stranger to it, and the platform admin. */
export async function world() {
	const [platformAdmin, owner, stranger] = [await admin(), await user('owner'), await user('stranger')]
	const { org_id } = owner
	return { org_id, admin: platformAdmin, owner, member: await newcomer({ stem: 'member', org_id }), stranger }
}

/** An org without anybody, which the platform admin has just deleted. */
export async function deletedOrg(): Promise<string> {
	const root = await admin()
	const { id } = (await root.post('/v1/admin/orgs', { name: unique('leaving') })).body
	expect((await root.delete(`/v1/orgs/${id}`)).status).toBe(204)
	return id
}

/** Creates a record by POST as the platform admin, and returns it. */
async function created(path: string, body: object) {
	const response = await (await admin()).post(path, body)
	expect(response.status).toBe(201)
	return response.body
}

export const create = {
	plan: (fields: object = {}) => created('/v1/plans', { name: unique('plan'), display_name: 'A plan', ...fields }),
	featureFlag: (fields: object = {}) =>
		created('/v1/feature-flags', { key: unique('flag'), default_value: false, ...fields }),
	subscription: async (org_id: string, fields: object = {}) =>
		created('/v1/subscriptions', {
			org_id,
			plan_id: (await create.plan()).id,
			current_period_start: '2026-01-01T00:00:00Z',
			current_period_end: '2126-01-01T00:00:00Z',
			...fields,
		}),
	/** A batch of one. */
	redemptionCode: async (fields: object = {}) =>
		(await created('/v1/admin/redemption-codes/batch', { count: 1, type: 'credits', value: '100', ...fields }))[0],
	/** It stays pending, since its message goes nowhere. */
	broadcast: async (target: string, fields: object = {}) => {
		const wanted = { type: 'announcement', title: unique('title'), body: 'Body', target, ...fields }
		const BROADCAST_QUEUE = { send: () => Promise.resolve() } as unknown as Queue
		const response = await (
			await admin()
		).post('/v1/admin/notifications/broadcasts', wanted, { env: { BROADCAST_QUEUE } })
		expect(response.status).toBe(202)
		return response.body
	},
	override: (org_id: string, fields: object = {}) =>
		created('/v1/entitlement-overrides', {
			org_id,
			key: 'quota.runs_per_month',
			value: '10',
			value_type: 'integer',
			...fields,
		}),
}
