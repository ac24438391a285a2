import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt } from '../../ground/db/columns.ts'

/** Which secrets went out to which service account, encrypted for which key, on which UTC day. Each row has an audit row. */
export const credentialReleases = sqliteTable(
	'credential_releases',
	{
		service_account_id: text().notNull(),
		/** `<table>/<row id>/<column>`. */
		place: text().notNull(),
		kid: text().notNull(),
		/** `2026-11-21`. */
		day: text().notNull(),
		/** Whose secret it is; null for the platform's. */
		org_id: text(),
		created_at: createdAt(),
	},
	(table) => [
		primaryKey({ columns: [table.service_account_id, table.place, table.kid, table.day] }),
		index('credential_releases_day').on(table.day),
		index('credential_releases_org').on(table.org_id),
	],
)
