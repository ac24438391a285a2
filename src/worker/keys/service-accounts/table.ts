import { sql } from 'drizzle-orm'
import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, id, json, refersTo } from '../../ground/db/columns.ts'
import { type EncryptionKey, KEY_MODES, type Permission, type RuntimeReach } from '../../principal.ts'
import { orgs } from '../../tenancy/orgs/table.ts'

/** An owner can give the org away and delete it. A program needs none of that. */
export const SERVICE_ROLES = ['admin', 'member'] as const

/** Programs of an org. An account has either a role or scopes, and the other one is null. */
export const serviceAccounts = sqliteTable(
	'service_accounts',
	{
		id: id(),
		org_id: refersTo(() => orgs.id),
		name: text().notNull(),
		role: text({ enum: SERVICE_ROLES }),
		scopes: json<Permission[]>(),
		is_active: boolean().notNull().default(true),
		/** Null for its own org alone. */
		runtime: json<RuntimeReach>(),
		/** A user's id, or that of another service account. */
		created_by: text().notNull(),
		created_at: createdAt(),
		updated_at: text().notNull(),
	},
	(table) => [
		index('service_accounts_org').on(table.org_id, table.id),
		check('service_accounts_role', sql`${table.role} IN ('admin', 'member')`),
		check('service_accounts_permissions', sql`(${table.role} IS NULL) <> (${table.scopes} IS NULL)`),
	],
)

/** The keys of service accounts. They aren't in `api_keys`, where every key has a user. */
export const serviceAccountKeys = sqliteTable(
	'service_account_keys',
	{
		id: id(),
		service_account_id: refersTo(() => serviceAccounts.id),
		/** Empty when none was given. */
		name: text().notNull(),
		key_hash: text().notNull().unique(),
		key_prefix: text().notNull(),
		expires_at: text(),
		mode: text({ enum: KEY_MODES }).notNull().default('act'),
		/** The hour the key was last used in; null if it hasn't been used. */
		last_used_at: text(),
		/**
		 * What the account might do when the key was made, and the most that the key may do. Null while that's what the account may do.
		 */
		permissions: json<Permission[]>(),
		/** The first key of its line, which rotation copies: pauses, budgets and runs know all of them by it. Null for the first itself. */
		root_id: text(),
		replaced_by: text(),
		/** The idempotent call whose rotation made the key, and what that call asked for. */
		call_hash: text(),
		fingerprint_hash: text(),
		created_by: text().notNull(),
		/** The connection of the session, or of the key, that it was made with; null for neither. */
		through_connection_id: text(),
		/** Since when its maker, who has seen it, may make none any longer; null while they may. */
		maker_left_at: text(),
		created_at: createdAt(),
	},
	(table) => [
		index('service_account_keys_account').on(table.service_account_id, table.id),
		index('service_account_keys_created_by').on(table.created_by),
		index('service_account_keys_expires_at')
			.on(table.expires_at)
			.where(sql`${table.expires_at} IS NOT NULL`),
	],
)

/** The public keys that credentials are encrypted for. Their private halves never leave the runtime. */
export const encryptionKeys = sqliteTable(
	'service_account_encryption_keys',
	{
		service_account_id: refersTo(() => serviceAccounts.id),
		/** The RFC 7638 thumbprint. */
		kid: text().notNull(),
		jwk: json<EncryptionKey['jwk']>().notNull(),
		created_by: text().notNull(),
		/** The connection of the session that they did it in; null for a sign-in of their own. */
		through_connection_id: text(),
		created_at: createdAt(),
	},
	(table) => [primaryKey({ columns: [table.service_account_id, table.kid] })],
)
