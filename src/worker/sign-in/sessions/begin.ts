import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import type { ApiError } from '../../ground/http/errors.ts'
import { clientNetwork } from '../../ground/networks/cidr.ts'
import type { Statement } from '../../ground/write/after-commit.ts'
import { auditRow } from '../../ground/write/audit.ts'
import { write } from '../../ground/write/write.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { methodsOf } from '../../tenancy/users/factors.ts'
import { isOperator } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { passwords } from '../passwords/table.ts'
import { demandsOn, lacksFactor } from '../requirements/required.ts'
import { createPersonalOrg } from './accounts.ts'
import { actInAudit, chooseOrg } from './org-choice.ts'
import { type Begun, newSession, type Through } from './session.ts'
import { type Factor, sessions } from './table.ts'

/** The query for the user whom `who` finds: one row for each org, oldest membership first. */
export const candidatesOf = ({ var: { db, client_address } }: Context<App>, who: SQL) =>
	db
		.select({
			user_id: users.id,
			login: users.login,
			username: users.username,
			status: users.status,
			/** Empty for a user without a password. */
			password_hash: sql<string>`coalesce(${passwords.password_hash}, '')`.as('password_hash'),
			password_sign_in: users.password_sign_in,
			org_id: memberships.org_id,
			is_operator: isOperator.as('is_operator'),
			methods: methodsOf(users.id).as('methods'),
			...demandsOn({ user_id: users.id, is_operator: isOperator, org_id: memberships.org_id }),
			knows_network: sql<number>`${exists(sessions, hasLoggedInFrom(client_address))}`.as('knows_network'),
		})
		.from(users)
		.leftJoin(passwords, eq(passwords.user_id, users.id))
		.leftJoin(memberships, and(eq(memberships.user_id, users.id), isOrgOpen(memberships.org_id)))
		.where(who)
		.orderBy(asc(memberships.created_at), asc(memberships.org_id))

/** Sessions stay until they expire, so we know an address for 30 days. */
const hasLoggedInFrom = (address: string) =>
	allOf(eq(sessions.user_id, users.id), eq(sessions.client_network, clientNetwork(address)))

type Candidate = Awaited<ReturnType<typeof candidatesOf>>[number]

interface Beginning {
	/** The rows of the user, who has proven who they are. */
	candidates: Candidate[]
	wanted: string | undefined
	/** What they proved besides a password, or instead of one. */
	factor?: Factor
	/** How the session differs from one of 30 days that begins now. */
	through?: Through
	/** What must still hold when the session is stored, and what uses up the proof. */
	guards: readonly Statement[]
	/** The error if it doesn't. */
	refusal: () => Promise<ApiError>
}

/**
 * Starts the session of a user who has proven who they are. Throws 400 for an org that isn't theirs, 403
 * without an org, 401 for somebody who has to sign in through a connection, or to have a second factor.
 */
export async function beginSession(c: Context<App>, begins: Beginning): Promise<Begun> {
	const { candidates, wanted, factor, through, guards, refusal } = begins
	const [user] = candidates
	if (!user) throw await refusal()
	const { db } = c.var
	const { user_id, password_hash } = user
	const hasNoOrg = user.is_operator && user.org_id === null
	if (hasNoOrg) await createPersonalOrg(c, user)
	const memberOf = hasNoOrg ? await candidatesOf(c, eq(users.id, user_id)) : candidates
	const by = { factor: factor ?? null, connection_id: null }
	const { org_id, isEntered } = await chooseOrg(c, { memberOf, wanted, by })
	if (lacksFactor(memberOf, org_id, by)) throw await c.var.ask_to_enrol({ user_id, org_id, guards, refusal })
	const { session, statements } = newSession(c, user_id, org_id, factor, through)
	const entry = isEntered && auditRow(c, actInAudit(session.sid, user_id, org_id))
	await write(
		c,
		{
			guards,
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
			otherwise: refusal,
		},
	)
	return { ...session, password_hash }
}
