import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { App } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { allOf, exists } from '../../db/state.ts'
import { ApiError } from '../../http/errors.ts'
import { clientNetwork } from '../../networks/cidr.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { isOperator } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { named } from '../../tenancy/users/visible.ts'
import { auditRow } from '../../write/audit.ts'
import { ensureExists } from '../../write/guards.ts'
import { write } from '../../write/write.ts'
import { passwordMatches } from '../passwords/passwords.ts'
import { passwords } from '../passwords/table.ts'
import type { Requester } from '../passwords/work.ts'
import { deviceOf } from '../throttle/device.ts'
import {
	ensureNotTooMany,
	failuresOf,
	type Guess,
	isKnown,
	limitsOf,
	nameOf,
	ownDevice,
	recentFailures,
	recordFailure,
	tooManyFailures,
} from '../throttle/failures.ts'
import { allow, byDevice } from '../throttle/requests.ts'
import { bootstrapAdmin, createPersonalOrg, isBootstrap } from './accounts.ts'
import { actInAudit, chooseOrg } from './org-choice.ts'
import type { LogIn } from './schema.ts'
import { type Begun, newSession, refuseRisk } from './session.ts'
import { sessions } from './table.ts'

type Credentials = z.infer<typeof LogIn>

/**
 * Checks the credentials and starts a session. Errors, in this order: 429 after too many failures or logins, 503 while too many
 * passwords wait to be checked, 403 for a request that is too risky, 401 for wrong credentials, 400 for an org that isn't theirs,
 * 403 for a user without an org.
 */
export async function logIn(c: Context<App>, credentials: Credentials): Promise<Begun> {
	const { db } = c.var
	const { candidates, limits, guess } = await candidatesFor(c, credentials)
	const [found] = candidates
	const device = ownDevice(guess, found)
	if (device) await allow(c, [byDevice(device)])
	const matches = await passwordMatches(c.env, requesterOf(guess, found), credentials.password, found?.password_hash)
	const user = matches && found?.status === 'active' ? found : undefined
	if (!user) await recordFailure(c, limits)
	refuseRisk(c, user)
	if (!user) throw wrongCredentials()
	const { user_id, password_hash } = user
	const isStillTheirs = allOf(eq(passwords.user_id, user_id), eq(passwords.password_hash, password_hash))
	const hasNoOrg = user.is_operator && user.org_id === null
	if (hasNoOrg) await createPersonalOrg(c, user)
	const memberOf = hasNoOrg ? await orgsOfLogin(c, guess) : candidates
	const { org_id, isEntered } = await chooseOrg(c, { memberOf, wanted: credentials.org_id })
	const { session, statements } = newSession(c, user_id, org_id)
	const entry = isEntered && auditRow(c, actInAudit(session.sid, user_id, org_id))
	await write(
		c,
		{
			notTooMany: ensureNotTooMany(c, limits),
			// A reset may have ended all sessions while the password was checked. Then this one must not start.
			isStillTheirs: ensureExists(c, passwords, isStillTheirs),
			session: statements,
			lastLogin: db.update(users).set({ last_login_at: now() }).where(eq(users.id, user_id)),
			entry: entry && [...entry.leading, ...entry.trailing],
		},
		{
			audit: {
				action: 'sessions.create',
				target: sessions,
				target_id: session.sid,
				actor_user_id: user_id,
				isNew: true,
			},
			response: { none: 'Tokens are never stored' },
			otherwise: async () => tooManyFailures(limits, await failuresOf(db, limits)) ?? wrongCredentials(),
		},
	)
	return { ...session, password_hash }
}

/** Whose turn it is to hash. For a stranger it's the name's, or a second guess would tell whether somebody has that name. */
const requesterOf = (guess: Guess, user: Parameters<typeof isKnown>[1]): Requester =>
	user && isKnown(guess, user) ? { priority: 'known', who: user.user_id } : { priority: 'stranger', who: nameOf(guess) }

/** The 401 of a login. It doesn't say which of the two is wrong, because that would tell who has an account. */
const wrongCredentials = () =>
	new ApiError(
		401,
		'auth.unauthorized',
		'The login or the password is wrong',
		{ reason: 'auth.invalid_credentials' },
		{ 'WWW-Authenticate': 'Bearer' },
	)

/**
 * The orgs of the user with this login, and the limits that a failure counts toward. The bootstrap login creates the first
 * platform admin here.
 */
async function candidatesFor(c: Context<App>, { login, password }: Credentials) {
	const guess = { login, address: c.var.client_address, device: await deviceOf(c) }
	const [candidates, failures] = await c.var.db.batch([orgsOfLogin(c, guess), recentFailures(c.var.db, guess)])
	const limits = limitsOf(guess, candidates[0])
	const tooMany = tooManyFailures(limits, failures)
	if (tooMany) throw tooMany
	if (candidates.length > 0 || !isBootstrap(c.env, login, password)) return { candidates, limits, guess }
	await bootstrapAdmin(c, password)
	return { candidates: await orgsOfLogin(c, guess), limits, guess }
}

/** The user with this login or e-mail address: one row for each org, oldest membership first. */
const orgsOfLogin = ({ var: { db } }: Context<App>, { login, address }: Guess) =>
	db
		.select({
			user_id: users.id,
			username: users.username,
			status: users.status,
			password_hash: passwords.password_hash,
			org_id: memberships.org_id,
			is_operator: isOperator.as('is_operator'),
			knows_network: sql<number>`${exists(sessions, hasLoggedInFrom(address))}`.as('knows_network'),
		})
		.from(users)
		.innerJoin(passwords, eq(passwords.user_id, users.id))
		.leftJoin(memberships, and(eq(memberships.user_id, users.id), isOrgOpen(memberships.org_id)))
		.where(named(login))
		.orderBy(asc(memberships.created_at), asc(memberships.org_id))

/** Sessions stay until they expire, so we know an address for 30 days. */
const hasLoggedInFrom = (address: string) =>
	allOf(eq(sessions.user_id, users.id), eq(sessions.client_network, clientNetwork(address)))
