import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { now, PLATFORM } from '../../ground/db/columns.ts'
import { distrustedSince, waitsSince } from '../../tenancy/users/through.ts'

// What users left who may no longer decide, which the triggers of this room mark, and what was made through a connection that isn't trusted.

/** Whose it is that's left, and where: conditions of columns with a user, and with an org or null for the platform. */
export interface Left {
	isBy: (user_id: SQL) => SQL
	isIn: (org_id: SQL) => SQL
}

export const leftBy = (user: SQLWrapper, org_id: SQLWrapper): Left => ({
	isBy: (user_id) => sql`${user_id} = ${user}`,
	isIn: (column) => sql`${column} IS nullif(${org_id}, ${PLATFORM})`,
})

export const isProgram = (maker: SQL) => sql`${maker} GLOB 'svc_*'`

/** What a maker is called: the name, or the id of a service account that's gone. */
export const nameOf = (maker: SQL) =>
	sql<string>`coalesce((SELECT n.username FROM users n WHERE n.id = ${maker}), (SELECT n.name FROM service_accounts n WHERE n.id = ${maker}), ${maker})`

export const SINCE = {
	connection: waitsSince('o'),
	token: sql`coalesce(t.narrowed_at, ${distrustedSince(sql`t.through_connection_id`, sql`t.created_at`)})`,
	key: sql`coalesce(k.maker_left_at, ${distrustedSince(sql`k.through_connection_id`, sql`k.created_at`)})`,
	encryptionKey: distrustedSince(sql`e.through_connection_id`, sql`e.created_at`),
	invitation: distrustedSince(sql`i.through_connection_id`, sql`i.sent_at`),
}

/** The connections `o` that wait for a confirmation. */
export const connectionsLeft = ({ isBy, isIn }: Left) =>
	sql`FROM oidc_connections o WHERE ${isBy(sql`o.decided_by`)} AND ${SINCE.connection} IS NOT NULL AND ${isIn(sql`o.org_id`)}`

/** The SCIM tokens `t` that do little more than read, with their connections `o`. */
export const tokensLeft = ({ isBy, isIn }: Left) =>
	sql`FROM scim_tokens t JOIN oidc_connections o ON o.id = t.connection_id
		WHERE ${isBy(sql`t.created_by`)} AND ${SINCE.token} IS NOT NULL AND ${isIn(sql`o.org_id`)}`

/** The keys `k` of service accounts `s` that they made, and so have seen, and that haven't ended. */
export const keysLeft = ({ isBy, isIn }: Left) =>
	sql`FROM service_account_keys k JOIN service_accounts s ON s.id = k.service_account_id
		WHERE ${isBy(sql`k.created_by`)} AND ${SINCE.key} IS NOT NULL AND coalesce(k.expires_at > ${now()}, 1) AND ${isIn(sql`s.org_id`)}`

/** The encryption keys `e` of an org's service accounts `s` that were added through a connection. */
export const encryptionKeysLeft = (org_id: string) =>
	sql`FROM service_accounts s JOIN service_account_encryption_keys e ON e.service_account_id = s.id
		WHERE s.org_id = ${org_id} AND ${SINCE.encryptionKey} IS NOT NULL`

/** The invitations `i` that were sent through a connection, and that nobody can accept but for that. */
export const invitationsLeft = ({ isBy, isIn }: Left) =>
	sql`FROM invitations i WHERE ${isBy(sql`i.inviter_user_id`)} AND ${SINCE.invitation} IS NOT NULL AND ${isIn(sql`i.org_id`)}
		AND i.accepted_at IS NULL AND i.voided_at IS NULL AND i.expires_at > ${now()}`
