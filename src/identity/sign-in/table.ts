import { sql } from 'drizzle-orm'
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id } from '../../db/columns.ts'
import { users } from '../../tenancy/users/table.ts'

/** The hash of each user's password; see `passwords.ts` for its form. */
export const passwords = sqliteTable('passwords', {
	user_id: text()
		.primaryKey()
		.references(() => users.id),
	password_hash: text().notNull(),
})

/** One row per login, from the password to the logout, however often it is refreshed. */
export const sessions = sqliteTable(
	'sessions',
	{
		id: id(),
		user_id: text()
			.notNull()
			.references(() => users.id),
		org_id: text().notNull(),
		/** Where the user logged in from; the network is what callers are counted by. Null once the user is deleted. */
		client_address: text(),
		client_network: text(),
		user_agent: text(),
		/** When the session was last refreshed; null until then. */
		last_used_at: text(),
		expires_at: text().notNull(),
		ended_at: text(),
		created_at: createdAt(),
	},
	(table) => [
		index('sessions_user_id').on(table.user_id, table.id),
		index('sessions_user_network').on(table.user_id, table.client_network),
		index('sessions_expires_at').on(table.expires_at),
	],
)

/** Each token works once. A used token keeps its row for minutes. `token_hash` shows a later replay, see `refreshHashOf`. */
export const refreshTokens = sqliteTable(
	'refresh_tokens',
	{
		token_hash: text().primaryKey(),
		session_id: text()
			.notNull()
			.references(() => sessions.id),
		used_at: text(),
		/** With the token itself it gives the successor; null until the token is used. */
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

/** The failed logins of the last ten minutes. `subject` is the user, the device, or a hash of the address or of a login that nobody has. */
export const loginFailures = sqliteTable(
	'login_failures',
	{ id: id(), subject: text().notNull(), created_at: createdAt() },
	(table) => [index('login_failures_subject').on(table.subject, table.created_at)],
)

/** The registrations and the requests for mail of the last hour. `subject` is a hash of what is counted and for whom. */
export const signInRequests = sqliteTable(
	'sign_in_requests',
	{ id: id(), subject: text().notNull(), created_at: createdAt() },
	(table) => [index('sign_in_requests_subject').on(table.subject, table.created_at)],
)
