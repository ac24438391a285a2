import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, refersTo } from '../../ground/db/columns.ts'
import { ROLES } from '../../principal.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { users } from '../../tenancy/users/table.ts'

/** One row per invitation, found by the hash of either of its tokens. */
export const invitations = sqliteTable(
	'invitations',
	{
		id: id(),
		org_id: refersTo(() => orgs.id),
		email: text().notNull(),
		role: text({ enum: ROLES }).notNull(),
		/** Who sent it last. The role is judged by what they may give. */
		inviter_user_id: refersTo(() => users.id),
		/** The API key with which they sent it; null if they did it themselves. */
		inviter_api_key_id: text(),
		/** What let them write the members of every org when they sent it; null if only their place in the org did. */
		inviter_permission: text({ enum: ['platform_admin', 'people.write'] }),
		token_hash: text().notNull().unique(),
		/** The token that only the mail has, which is what proves the address; null if there is no mail. */
		mailed_token_hash: text().unique(),
		created_at: createdAt(),
		sent_at: text().notNull(),
		/** Null if no mail went out, or the server didn't accept it. */
		mailed_at: text(),
		expires_at: text().notNull(),
		accepted_at: text(),
		/** The connection of the session, or of the key, that it was sent with; null for neither. */
		through_connection_id: text(),
		accepted_user_id: text().references(() => users.id),
		/** Since when it's void for good, because its inviter lost the right to give the role; null if they never did. */
		voided_at: text(),
	},
	(table) => [
		index('invitations_inviter')
			.on(table.inviter_user_id)
			.where(sql`${table.accepted_at} IS NULL`),
		index('invitations_org').on(table.org_id, table.id),
		uniqueIndex('invitations_address')
			.on(table.org_id, sql`lower(${table.email})`)
			.where(sql`${table.accepted_at} IS NULL`),
		index('invitations_ended_at').on(
			sql`CASE WHEN ${table.accepted_at} IS NULL THEN ${table.expires_at} ELSE ${table.accepted_at} END`,
		),
		check('invitations_role', sql`${table.role} IN ('owner', 'admin', 'member')`),
	],
)
