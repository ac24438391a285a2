import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { inOneCase } from '../../ground/db/one-case.ts'
import { allOf } from '../../ground/db/state.ts'
import { auditRow } from '../../ground/write/audit.ts'
import { identities, type oidcConnections } from '../../sign-in/identities/table.ts'
import type { Claims } from '../oidc-connections/claims.ts'
import { hasProved } from '../oidc-connections/proof.ts'
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

/**
 * Whether an identity stays known as the connection that it last came by knows it: that one has verified the domain of its address, and
 * this one isn't the same owner's and speaks for the new address. Otherwise a member could make a directory's provider forget them, by a
 * sign-in at the same provider through a connection of others, or through one that asks for no address.
 */
function isKept({ id, issuer, org_id }: Connection, claims: Claims): SQL {
	const domain = addressOf(issuer, claims)?.split('@')[1] ?? ''
	return sql`EXISTS (SELECT 1 FROM oidc_domains d JOIN oidc_connections o ON o.id = d.connection_id
		WHERE o.id = ${identities.connection_id} AND o.id <> ${id} AND d.proved_at IS NOT NULL
			AND d.domain = lower(substr(${identities.email}, instr(${identities.email}, '@') + 1))
			AND NOT (o.org_id IS ${org_id} AND ${hasProved(id, domain)}))`
}

/** Null would be from before we noted it. */
const NEVER = new Date(0).toISOString()

/** What a column becomes. */
const unless = <T>(condition: SQL, kept: SQLWrapper, value: T) => sql<T>`iif(${condition}, ${kept}, ${value})`

type Use = Record<'last_used_at' | 'roles_read_at', string | SQL<string>>

/** The statement that notes that the identity is the user's, and what `connection` says of it. It leaves somebody else's alone. */
export function known(
	c: Context<App>,
	connection: Connection,
	claims: Claims,
	row: ReturnType<typeof newIdentity>['row'],
	use: { first?: Use; again?: Use } = {},
) {
	const stays = isKept(connection, claims)
	const said = {
		connection_id: unless(stays, identities.connection_id, row.connection_id),
		email: unless(stays, identities.email, row.email),
		email_caseless: unless(stays, identities.email_caseless, row.email_caseless),
		email_verified: unless(stays, identities.email_verified, row.email_verified),
	}
	return c.var.db
		.insert(identities)
		.values({ ...row, ...use.first })
		.onConflictDoUpdate({
			target: [identities.issuer, identities.subject],
			set: { ...said, ...use.again },
			setWhere: eq(identities.user_id, row.user_id),
		})
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
	const last_used_at = row.created_at
	// From a claim that can't be read, or through a connection that reads none, nobody knows more of their roles than before.
	const readsRoles = connection.org_id === null && connection.role_claim !== null && !isUnread(connection, claims)
	const roles_read_at = readsRoles
		? last_used_at
		: sql<string>`coalesce(${identities.roles_read_at}, ${identities.last_used_at}, ${NEVER})`
	const statement = known(c, connection, claims, row, {
		first: { last_used_at, roles_read_at: readsRoles ? last_used_at : NEVER },
		again: { last_used_at, roles_read_at },
	})
	return { statement, entries: isAdded ? [auditRow(c, audit)] : [] }
}
