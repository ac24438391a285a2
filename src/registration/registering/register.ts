import { eq, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type * as z from 'zod'
import { inviteCodes } from '../../billing/invite-codes/table.ts'
import { typedCode, unusable, usable, useCode } from '../../billing/invite-codes/use.ts'
import { initialGrant, referral } from '../../billing/referrals/record.ts'
import type { WorkContext } from '../../context.ts'
import { allOf, exists } from '../../db/state.ts'
import { type ApiError, invalid, rateLimited } from '../../http/errors.ts'
import { requireTurn } from '../../identity/passwords/passwords.ts'
import { bootstrapNames, newAccount } from '../../identity/sign-in/accounts.ts'
import { type Begun, newSession } from '../../identity/sign-in/session.ts'
import { byAddress, countedRequests, countRequest, tooManyRequests } from '../../identity/throttle/requests.ts'
import { featureFlags } from '../../plans/feature-flags/table.ts'
import { takenField } from '../../tenancy/users/fields.ts'
import { platformAdmins, users } from '../../tenancy/users/table.ts'
import { ensure } from '../../write/guards.ts'
import { write } from '../../write/write.ts'
import type { Register } from './schema.ts'

type Registration = z.infer<typeof Register>
type Account = Omit<Registration, 'invite_code'>

/** Registration needs an invite code while a feature flag with this key exists and is off. */
const OPEN_FLAG = 'registration.open'
const isClosed = allOf(eq(featureFlags.key, OPEN_FLAG), eq(featureFlags.default_value, false))

/** One address can register ten users an hour. An office or a class stays below that; a flood doesn't. */
const limitsOf = (c: WorkContext) => [byAddress(c, 'register', 10)]

/**
 * Creates the account and its first session. The same batch writes the credits, the use of the invite code and the referral.
 * Errors: 409 for a taken login, username or address, 400 for an invite code that is missing or can't be used, 429 after too
 * many registrations from one address, 503 while too many passwords wait to be hashed.
 */
export async function register(c: WorkContext, { invite_code, ...account }: Registration): Promise<Begun> {
	requireTurn()
	const { db } = c.var
	const code = invite_code === undefined ? undefined : typedCode(invite_code)
	await refuseBeforeHashing(c, account, code)
	const { user_id, org_id, password_hash, statements } = await newAccount(c, { ...account, signs_in: true })
	const { session, statements: sessionStatements } = newSession(c, user_id, org_id)
	await write(
		c,
		{
			admission: code === undefined ? ensure(c, sql`NOT ${exists(featureFlags, isClosed)}`) : useCode(c, code),
			counted: countRequest(c, limitsOf(c)),
			account: statements,
			grant: initialGrant(db, org_id),
			referral: code !== undefined && referral(db, { code, user_id, org_id }),
			session: sessionStatements,
		},
		{
			audit: { action: 'users.register', target: users, target_id: user_id, actor_user_id: user_id },
			response: { none: 'Tokens are never stored' },
			// Without a username, the login is the username too, so we name the login, which the caller can change.
			duplicate: (constraint) =>
				takenField(account.username === undefined ? constraint.replace('username', 'login') : constraint),
			otherwise: async () => (await refusalNow(c, account, code)) ?? rateLimited(1, 'auth.too_many_requests'),
		},
	)
	return { ...session, password_hash }
}

/**
 * Throws the error that the batch would throw. Hashing a password takes long, so a request that fails anyway must not get that
 * far. The batch checks everything again, because another request may get in between.
 */
async function refuseBeforeHashing(c: WorkContext, account: Account, code?: string) {
	const refusal = await refusalNow(c, account, code)
	if (refusal) throw refusal
}

const taken = (column: SQLiteColumn, value: string) => exists(users, sql`lower(${column}) = lower(${value})`)

/** Why the account can't be created now; undefined if it can. One D1 call, and a second one to explain a refused code. */
async function refusalNow(c: WorkContext, account: Account, code: string | undefined): Promise<ApiError | undefined> {
	const { db } = c.var
	const { login, username, email } = account
	const limits = limitsOf(c)
	const [[found], requests] = await db.batch([
		db
			.select({
				admitted:
					sql<number>`${code === undefined ? sql`NOT ${exists(featureFlags, isClosed)}` : exists(inviteCodes, usable(code))}`.as(
						'admitted',
					),
				has_admin: sql<number>`${exists(platformAdmins, sql`1`)}`.as('has_admin'),
				login: sql<number>`${taken(users.login, login)}`.as('login_taken'),
				username: sql<number>`${taken(users.username, username ?? login)}`.as('username_taken'),
				email: sql<number>`${taken(users.email, email)}`.as('email_taken'),
			})
			.from(sql`(SELECT 1)`),
		countedRequests(db, limits),
	])
	const tooMany = tooManyRequests(c.env, limits, requests)
	if (tooMany) return tooMany
	if (!found?.admitted) return code === undefined ? invitationNeeded() : unusable(db, code)
	const reserved = found.has_admin ? undefined : reservedField(c, account)
	if (reserved) return takenField(reserved)
	if (found.login) return takenField('login')
	if (found.username) return takenField(username === undefined ? 'login' : 'username')
	return found.email ? takenField('email') : undefined
}

/** The field that names the bootstrap account. A stranger must not take that name before there is a platform admin. */
function reservedField({ env }: WorkContext, { login, username, email }: Account) {
	const reserved = bootstrapNames(env)
	if (isSameName(login, reserved.login)) return 'login'
	if (isSameName(username, reserved.login)) return 'username'
	return isSameName(email, reserved.email) ? 'email' : undefined
}

const isSameName = (given: string | undefined, name: string | null) =>
	Boolean(name) && given?.toLowerCase() === name?.toLowerCase()

const invitationNeeded = () =>
	invalid([{ path: 'invite_code', message: 'Must be given, because registration is by invitation only' }])
