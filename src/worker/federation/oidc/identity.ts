import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { inOneCase } from '../../ground/db/one-case.ts'
import { allOf } from '../../ground/db/state.ts'
import { auditRow } from '../../ground/write/audit.ts'
import { identities, type oidcConnections } from '../../sign-in/identities/table.ts'
import type { Claims } from '../oidc-connections/claims.ts'
import { addressOf } from './address.ts'
import { isUnread } from './roles.ts'

type Connection = typeof oidcConnections.$inferSelect

export const isIdentity = ({ issuer }: Pick<Connection, 'issuer'>, { sub }: Claims) =>
	allOf(eq(identities.issuer, issuer), eq(identities.subject, sub))

export const isIdentityOf = (connection: Pick<Connection, 'issuer'>, claims: Claims, user_id: string) =>
	allOf(isIdentity(connection, claims), eq(identities.user_id, user_id))

export function newIdentity(c: Context<App>, connection: Connection, claims: Claims, user_id: string) {
	const email = typeof claims.email === 'string' ? claims.email.slice(0, 254) : null
	const id = newId('idn')
	const { issuer } = connection
	const row = {
		id,
		user_id,
		issuer,
		subject: claims.sub,
		connection_id: connection.id,
		email,
		email_caseless: email === null ? null : inOneCase(email),
		email_verified: addressOf(issuer, claims) !== undefined,
		created_at: now(),
	}
	const audit = {
		action: 'identities.create',
		target: identities,
		target_id: id,
		where: isIdentity(connection, claims),
		actor_user_id: user_id,
		isNew: true,
	} as const
	return { row, audit }
}

/** The statement that notes that the identity is the user's, and was used, and its audit row if an existing account gets it. */
export function usedIdentity(
	c: Context<App>,
	connection: Connection,
	claims: Claims,
	user_id: string,
	isAdded: boolean,
) {
	const { row, audit } = newIdentity(c, connection, claims, user_id)
	const { connection_id, email, email_caseless, email_verified } = row
	// From a claim that can't be read, nobody knows more of their roles than from the sign-in before.
	const roles_read_at = isUnread(connection, claims)
		? sql<string>`coalesce(${identities.roles_read_at}, ${identities.last_used_at})`
		: row.created_at
	const used = { connection_id, email, email_caseless, email_verified, roles_read_at, last_used_at: row.created_at }
	const statement = c.var.db
		.insert(identities)
		.values({ ...row, ...used, roles_read_at: row.created_at })
		.onConflictDoUpdate({
			target: [identities.issuer, identities.subject],
			set: used,
			setWhere: eq(identities.user_id, user_id),
		})
	return { statement, entries: isAdded ? [auditRow(c, audit)] : [] }
}
