import { asc, eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { App } from '../../context.ts'
import { now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { unauthorized } from '../../http/errors.ts'
import { write } from '../../write/write.ts'
import { memberships } from '../orgs/table.ts'
import { isPlatformAdmin } from '../users/platform-admins.ts'
import { users } from '../users/table.ts'
import { bootstrapAdmin, isBootstrap } from './accounts.ts'
import { ensureNotTooMany, recentFailures, recordFailure, subjectsOf, tooManyFailures } from './failures.ts'
import { passwordMatches } from './passwords.ts'
import type { LogIn } from './schema.ts'
import { newSession, orgAmong, refuseRisk, type Session } from './session.ts'
import { passwords, sessions } from './table.ts'

type Credentials = z.infer<typeof LogIn>

/**
 * Checks the credentials and opens a session. Errors, in this order: 429 after too many failures, the 403 of a request that
 * is too risky, 401 for wrong credentials, 400 for an org of somebody else, 403 for a user without an org.
 */
export async function logIn(c: Context<App>, credentials: Credentials): Promise<Session> {
	const { db } = c.var
	const subjects = subjectsOf(credentials.login, c.var.client_address)
	const candidates = await candidatesFor(c, credentials, subjects)
	const matches = await passwordMatches(credentials.password, candidates[0]?.password_hash)
	const user = matches && candidates[0]?.status === 'active' ? candidates[0] : undefined
	if (!user) await recordFailure(c, subjects)
	refuseRisk(c, user)
	if (!user) throw unauthorized('auth.invalid_credentials')
	const { user_id } = user
	const { session, statements } = newSession(db, user_id, orgAmong(candidates, credentials.org_id))
	await write(
		c,
		{
			notTooMany: ensureNotTooMany(c, subjects),
			session: statements,
			lastLogin: db.update(users).set({ last_login_at: now() }).where(eq(users.id, user_id)),
		},
		{
			audit: { action: 'sessions.create', target: sessions, target_id: session.sid, actor_user_id: user_id },
			answer: { none: 'Tokens are never stored' },
			otherwise: async () => tooManyFailures(await recentFailures(db, subjects)) ?? unauthorized(),
		},
	)
	return session
}

/** The orgs of the user whom the login names; of the first platform admin, made here, when it is the bootstrap login. */
async function candidatesFor(c: Context<App>, { login, password }: Credentials, subjects: string[]) {
	const { db } = c.var
	const [candidates, failures] = await db.batch([orgsOfLogin(db, login), recentFailures(db, subjects)])
	const tooMany = tooManyFailures(failures)
	if (tooMany) throw tooMany
	if (candidates.length > 0 || !isBootstrap(c.env, login, password)) return candidates
	await bootstrapAdmin(c, login, password)
	return orgsOfLogin(db, login)
}

/** The user with this login or e-mail address: one row for each org, oldest membership first. */
const orgsOfLogin = (db: Database['reader'], login: string) =>
	db
		.select({
			user_id: users.id,
			status: users.status,
			password_hash: passwords.password_hash,
			org_id: memberships.org_id,
			is_platform_admin: isPlatformAdmin.as('is_platform_admin'),
		})
		.from(users)
		.innerJoin(passwords, eq(passwords.user_id, users.id))
		.leftJoin(memberships, eq(memberships.user_id, users.id))
		.where(
			login.includes('@') ? sql`lower(${users.email}) = lower(${login})` : sql`lower(${users.login}) = lower(${login})`,
		)
		.orderBy(asc(memberships.created_at), asc(memberships.org_id))
