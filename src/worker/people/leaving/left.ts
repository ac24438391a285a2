import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { now, PLATFORM } from '../../ground/db/columns.ts'

// What users left who may no longer decide: the triggers of this room mark it.

/** Whose it is that's left, and where: conditions of columns with a user, and with an org or null for the platform. */
export interface Left {
	isBy: (user_id: SQL) => SQL
	isIn: (org_id: SQL) => SQL
}

/** What a user left in one org, or on the platform. */
export const leftBy = (user: SQLWrapper, org_id: SQLWrapper): Left => ({
	isBy: (user_id) => sql`${user_id} = ${user}`,
	isIn: (column) => sql`${column} IS nullif(${org_id}, ${PLATFORM})`,
})

/** Whether an id of a maker is a service account's. */
export const isProgram = (maker: SQL) => sql`${maker} GLOB 'svc_*'`

/** What a maker is called: the name, or the id of a service account that's gone. */
export const nameOf = (maker: SQL) =>
	sql<string>`coalesce((SELECT n.username FROM users n WHERE n.id = ${maker}), (SELECT n.name FROM service_accounts n WHERE n.id = ${maker}), ${maker})`

/** The connections `o` that wait for a confirmation. */
export const connectionsLeft = ({ isBy, isIn }: Left) =>
	sql`FROM oidc_connections o WHERE ${isBy(sql`o.decided_by`)} AND o.waits_since IS NOT NULL AND ${isIn(sql`o.org_id`)}`

/** The SCIM tokens `t` that do little more than read, with their connections `o`. */
export const tokensLeft = ({ isBy, isIn }: Left) =>
	sql`FROM scim_tokens t JOIN oidc_connections o ON o.id = t.connection_id
		WHERE ${isBy(sql`t.created_by`)} AND t.narrowed_at IS NOT NULL AND ${isIn(sql`o.org_id`)}`

/** The working keys `k` of service accounts `s` that they made, and so have seen. */
export const keysLeft = ({ isBy, isIn }: Left) =>
	sql`FROM service_account_keys k JOIN service_accounts s ON s.id = k.service_account_id
		WHERE ${isBy(sql`k.created_by`)} AND k.maker_left_at IS NOT NULL AND coalesce(k.expires_at > ${now()}, 1) AND ${isIn(sql`s.org_id`)}`
