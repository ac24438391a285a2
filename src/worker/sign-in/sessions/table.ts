import { sql } from 'drizzle-orm'
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, id, refersTo } from '../../ground/db/columns.ts'
import { users } from '../../tenancy/users/table.ts'

export const FACTORS = ['passkey', 'totp', 'recovery_code', 'access'] as const
export type Factor = (typeof FACTORS)[number]

/** One row per session, from the login to the logout, however often it is refreshed. */
export const sessions = sqliteTable(
	'sessions',
	{
		id: id(),
		user_id: refersTo(() => users.id),
		org_id: text().notNull(),
		/** Where the user logged in from. We count callers by the network. Null once the user is deleted. */
		client_address: text(),
		client_network: text(),
		user_agent: text(),
		/** When the user last proved who they are. Null until they do so again after logging in. */
		authenticated_at: text(),
		/** What they proved it with besides a password, or instead of one; null for a password alone. `access`: Cloudflare Access. */
		factor: text({ enum: FACTORS }),
		/** The OIDC connection that they signed in through; null for a sign-in of their own. */
		connection_id: text(),
		/** Whether it only reaches the passkeys and the authenticator app of its user, who must have one of them to log in. */
		is_enrolling: boolean().notNull().default(false),
		last_used_at: text(),
		expires_at: text().notNull(),
		ended_at: text(),
		created_at: createdAt(),
	},
	(table) => [
		// A user's live sessions, newest first, however many have ended.
		index('sessions_live')
			.on(table.user_id, table.id)
			.where(sql`${table.ended_at} IS NULL`),
		index('sessions_user_network').on(table.user_id, table.client_network),
		index('sessions_expires_at').on(table.expires_at),
	],
)

export const authenticatedAt = sql<string>`coalesce(${sessions.authenticated_at}, ${sessions.created_at})`

/** Each token works once. A used token keeps its row for minutes. `token_hash` reveals a later replay, see `refreshHashOf`. */
export const refreshTokens = sqliteTable(
	'refresh_tokens',
	{
		token_hash: text().primaryKey(),
		session_id: refersTo(() => sessions.id),
		used_at: text(),
		/** Yields the successor together with the token itself; null until the token is used. */
		successor_salt: text(),
		created_at: createdAt(),
	},
	(table) => [
		index('refresh_tokens_session').on(table.session_id),
		index('refresh_tokens_used')
			.on(table.used_at)
			.where(sql`${table.used_at} IS NOT NULL`),
	],
)
