import { isNotNull, sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, id, json, refersTo } from '../../ground/db/columns.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { users } from '../../tenancy/users/table.ts'

/** Who somebody is at a provider. An address can change hands there, a subject can't. */
export const identities = sqliteTable(
	'identities',
	{
		id: id(),
		user_id: refersTo(() => users.id),
		issuer: text().notNull(),
		subject: text().notNull(),
		/** The connection that the user last signed in through. It may be deleted by now. */
		connection_id: text().notNull(),
		/** The address that the provider last named, verified or not; null if it named none. */
		email: text(),
		/** The address in one case; null until the job has filled it. */
		email_caseless: text(),
		/** Whether the provider vouched for the address then. */
		email_verified: boolean(),
		/** When a sign-in last had a claim of platform roles that could be read, in 1970 if none had; null from before it was noted. */
		roles_read_at: text(),
		last_used_at: text(),
		created_at: createdAt(),
	},
	(table) => [
		uniqueIndex('identities_subject').on(table.issuer, table.subject),
		index('identities_user').on(table.user_id, table.id),
		index('identities_email').on(table.connection_id, sql`lower(${table.email})`),
		index('identities_email_caseless')
			.on(table.connection_id, table.email_caseless)
			.where(isNotNull(table.email_caseless)),
	],
)

/** OpenID providers that people sign in with. The vault holds the client secret. */
export const oidcConnections = sqliteTable(
	'oidc_connections',
	{
		id: id(),
		/** Null for a connection of the platform. */
		org_id: text().references(() => orgs.id),
		name: text().notNull(),
		issuer: text().notNull(),
		client_id: text().notNull(),
		scopes: json<string[]>().notNull(),
		/** The claim that names somebody's roles; null if none does. */
		role_claim: text(),
		/** What a value of the claim gives: a role in the org, or a platform role. */
		role_map: json<Record<string, string>>().notNull(),
		/** For somebody whose claim gives none; null if they get none. */
		default_role: text(),
		/** In seconds. */
		session_max_age: integer().notNull(),
		is_active: boolean().notNull().default(true),
		/** The user who last decided what the connection gives. It gives no more than they may. */
		decided_by: text().notNull(),
		/** The connection of the session in which they did; null for a sign-in of their own. */
		through_connection_id: text(),
		/** Since when it waits for somebody to confirm it, because who decided it may decide no longer; null if it doesn't. */
		waits_since: text(),
		/** Why the last sign-in that failed did, as the provider's answer is to blame; null if none did. */
		last_failure: text(),
		last_failed_at: text(),
		/** How many people its SCIM client made known: its rows of `scim_users`. */
		people_count: integer().notNull().default(0),
		created_at: createdAt(),
		updated_at: text().notNull(),
	},
	(table) => [
		index('oidc_connections_org').on(table.org_id, table.id),
		index('oidc_connections_decided_by').on(table.decided_by),
		check('oidc_connections_session_max_age', sql`${table.session_max_age} BETWEEN 300 AND 43200`),
	],
)

/** The domains that a connection wants to speak for. A verified one belongs to a single connection. */
export const oidcDomains = sqliteTable(
	'oidc_domains',
	{
		connection_id: refersTo(() => oidcConnections.id),
		/** In lower case and ASCII. */
		domain: text().notNull(),
		/** What its TXT record has to say. */
		challenge: text().notNull(),
		/** Since when the domain is verified; null if it isn't. */
		proved_at: text(),
		/** When the record was last looked for; null if it never was. */
		checked_at: text(),
	},
	(table) => [
		primaryKey({ columns: [table.connection_id, table.domain] }),
		uniqueIndex('oidc_domains_proved')
			.on(table.domain)
			.where(sql`${table.proved_at} IS NOT NULL`),
	],
)

/** Where the vault holds the client secret of a connection. */
export const clientSecretPlace = (row: string) => ({ table: 'oidc_connections', row, column: 'client_secret' })

/** The token of a connection's SCIM client. Making a new one ends the old one. */
export const scimTokens = sqliteTable(
	'scim_tokens',
	{
		connection_id: text()
			.primaryKey()
			.references(() => oidcConnections.id),
		token_hash: text().notNull().unique(),
		created_by: text().notNull(),
		/** The connection of the session that it was made in; null for a sign-in of their own. */
		through_connection_id: text(),
		/** Since when it does little more than read, because who made it may make none any longer; null if it's whole. */
		narrowed_at: text(),
		/** When the owners were last told of that. */
		told_at: text(),
		/** The users whose deactivation it was refused since; null if there are none. */
		refused: json<string[]>(),
		created_at: createdAt(),
	},
	(table) => [
		index('scim_tokens_created_by').on(table.created_by),
		index('scim_tokens_narrowed')
			.on(table.narrowed_at)
			.where(sql`${table.narrowed_at} IS NOT NULL`),
	],
)

const SCIM_STATES = ['active', 'inactive', 'deleted'] as const

/** What a SCIM client said of people. Whoever isn't active can't sign in through its connection. */
export const scimUsers = sqliteTable(
	'scim_users',
	{
		connection_id: refersTo(() => oidcConnections.id),
		user_id: refersTo(() => users.id),
		/** What the client calls them. */
		user_name: text().notNull(),
		/** The name in one case; null until the job has filled it, or if another person had the name first. */
		user_name_caseless: text(),
		external_id: text(),
		state: text({ enum: SCIM_STATES }).notNull(),
		/** The role in the org that they come back with; null if none is known. */
		role: text(),
		/** When we forgot the person but the word that they're out; null if we haven't. */
		forgotten_at: text(),
		created_at: createdAt(),
		updated_at: text().notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.connection_id, table.user_id] }),
		index('scim_users_user').on(table.user_id),
		uniqueIndex('scim_users_name')
			.on(table.connection_id, sql`lower(${table.user_name})`)
			.where(sql`${table.state} <> 'deleted'`),
		index('scim_users_external').on(table.connection_id, table.external_id),
		index('scim_users_out')
			.on(table.connection_id, sql`lower(${table.user_name})`)
			.where(sql`${table.state} <> 'active'`),
		uniqueIndex('scim_users_name_caseless')
			.on(table.connection_id, table.user_name_caseless)
			.where(sql`${table.user_name_caseless} IS NOT NULL AND ${table.state} <> 'deleted'`),
		index('scim_users_caseless')
			.on(table.connection_id, table.user_name_caseless)
			.where(sql`${table.user_name_caseless} IS NOT NULL`),
		index('scim_users_forgettable')
			.on(table.updated_at, table.user_id, table.connection_id)
			.where(sql`${table.state} = 'deleted' AND ${table.forgotten_at} IS NULL`),
		check('scim_users_state', sql`${table.state} IN ('active', 'inactive', 'deleted')`),
	],
)
