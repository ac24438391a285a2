import { isNotNull, sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, refersTo } from '../../ground/db/columns.ts'
import { PLATFORM_ROLES } from '../../principal.ts'

const ADDRESS_PROOFS = ['mail', 'provider', 'directory', 'operator'] as const

export const USER_STATUSES = ['active', 'suspended', 'deleted'] as const

/**
 * One row per user, forever: deleted users keep theirs. `seq` is an explicit row number, which the search index points to. The
 * triggers `users_search_insert` and `users_search_update` in `triggers.sql` keep the index.
 */
export const users = sqliteTable(
	'users',
	{
		seq: integer().primaryKey(),
		id: text().notNull().unique(),
		login: text().notNull(),
		username: text().notNull(),
		email: text(),
		/** The names in one case, see `names.ts`; null until the job has filled them, or if another user had the name first. */
		login_caseless: text(),
		username_caseless: text(),
		email_caseless: text(),
		email_verified: boolean().notNull().default(false),
		/** What a verified address was proved by; null for a mail before we recorded this. What an operator ticked proves nothing to others. */
		email_proved_by: text({ enum: ADDRESS_PROOFS }),
		/** Whether an operator chose the address, and its user has not verified it by a mail since. */
		email_set_by_operator: boolean().notNull().default(false),
		/** Whether the password signs the user in. They switch it off themselves, once they have passkeys. */
		password_sign_in: boolean().notNull().default(true),
		status: text({ enum: USER_STATUSES }).notNull().default('active'),
		avatar_url: text(),
		locale: text().notNull().default('en'),
		timezone: text().notNull().default('UTC'),
		last_login_at: text(),
		/**
		 * When an operator first reached the account: made a reset token, reset the second factor or set the address. Null if none did, or
		 * none since the user's first platform role.
		 */
		reached_at: text(),
		created_at: createdAt(),
	},
	(table) => [
		uniqueIndex('users_login').on(sql`lower(${table.login})`),
		uniqueIndex('users_username').on(sql`lower(${table.username})`),
		uniqueIndex('users_email').on(sql`lower(${table.email})`),
		uniqueIndex('users_login_caseless').on(table.login_caseless).where(isNotNull(table.login_caseless)),
		uniqueIndex('users_username_caseless').on(table.username_caseless).where(isNotNull(table.username_caseless)),
		uniqueIndex('users_email_caseless').on(table.email_caseless).where(isNotNull(table.email_caseless)),
		index('users_status_seq').on(table.status, table.seq),
		check('users_status', sql`${table.status} IN ('active', 'suspended', 'deleted')`),
	],
)

/**
 * Who shares a name with somebody who had it first, and so has none in one case. Nobody else gets the name: triggers of `users` and
 * `scim_users` refuse it.
 */
export const nameClaims = sqliteTable(
	'name_claims',
	{
		field: text({ enum: ['login', 'username', 'email', 'user_name'] }).notNull(),
		/** The directory's connection for a `user_name`; empty for the others. */
		connection_id: text().notNull(),
		/** The name in one case. */
		name: text().notNull(),
		user_id: refersTo(() => users.id),
	},
	(table) => [
		primaryKey({ columns: [table.field, table.connection_id, table.name, table.user_id] }),
		index('name_claims_user').on(table.user_id),
		check('name_claims_field', sql`${table.field} IN ('login', 'username', 'email', 'user_name')`),
	],
)

/** One row per platform admin. The last active one can't be removed, see `platform-admins.ts`. */
export const platformAdmins = sqliteTable('platform_admins', {
	user_id: text()
		.primaryKey()
		.references(() => users.id),
	created_at: createdAt(),
	/** Null for the first one, who nobody granted it, and where it was granted before we recorded this. */
	granted_by: text(),
})

/**
 * The other platform roles of a user. Platform admins have a table of their own. The view `platform_roles` in `triggers.sql`
 * shows both, and `admin` among the roles.
 */
export const operatorRoles = sqliteTable(
	'operator_roles',
	{
		user_id: refersTo(() => users.id),
		role: text({ enum: PLATFORM_ROLES }).notNull(),
		created_at: createdAt(),
		granted_by: text(),
	},
	(table) => [
		primaryKey({ columns: [table.user_id, table.role] }),
		check('operator_roles_role', sql`${table.role} IN ('auditor', 'support', 'billing', 'operations')`),
	],
)
