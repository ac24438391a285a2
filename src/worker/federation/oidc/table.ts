import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt } from '../../ground/db/columns.ts'
import { oidcConnections } from '../../sign-in/identities/table.ts'

/** One row per sign-in that's at the provider right now, found by the hash of its `state`. */
export const oidcSignIns = sqliteTable(
	'oidc_sign_ins',
	{
		state_hash: text().primaryKey(),
		connection_id: text()
			.notNull()
			.references(() => oidcConnections.id, { onDelete: 'cascade' }),
		/** Where the browser goes afterwards: a path of ours. */
		return_to: text().notNull(),
		/** The session that adds an identity to its user; null for a sign-in. */
		session_id: text(),
		expires_at: text().notNull(),
		created_at: createdAt(),
	},
	(table) => [index('oidc_sign_ins_expires_at').on(table.expires_at)],
)
