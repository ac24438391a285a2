import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { columnsBut, id } from '../../ground/db/columns.ts'

export const TLS_MODES = ['none', 'starttls', 'tls'] as const

/** The id of the only row. */
export const EMAIL_CONFIG_ID = 'email'

/** How mail is sent: one row, or none until something is set. `secrets` holds the password. */
export const emailConfig = sqliteTable(
	'email_config',
	{
		id: id(),
		from: text(),
		smtp_host: text(),
		smtp_port: integer(),
		smtp_user: text(),
		smtp_tls_mode: text({ enum: TLS_MODES }),
		updated_at: text().notNull(),
	},
	(table) => [
		check('email_config_one', sql`${table.id} = 'email'`),
		check('email_config_port', sql`${table.smtp_port} BETWEEN 1 AND 65535`),
		check('email_config_tls_mode', sql`${table.smtp_tls_mode} IN ('none', 'starttls', 'tls')`),
	],
)

/** What somebody stored: the row without its id and its time. */
export const storedFields = columnsBut(emailConfig, 'id', 'updated_at')
