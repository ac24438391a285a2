import { isNotNull, sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, id } from '../../ground/db/columns.ts'
import { users } from '../../tenancy/users/table.ts'

/** Who somebody is at a provider. An address can change hands there, a subject can't. */
export const identities = sqliteTable(
	'identities',
	{
		id: id(),
		user_id: text()
			.notNull()
			.references(() => users.id),
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
		/** When a sign-in last had a claim of roles that could be read; null if none had. */
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
