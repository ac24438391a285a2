import { sql } from 'drizzle-orm'
import { check, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, json } from '../../ground/db/columns.ts'
import { IP_MODES } from '../../principal.ts'

/** The id of the one document. */
export const GATEWAY_CONFIG_ID = 'gateway'

/** How the gateway reads addresses and which risk it refuses. One row, or none until the first PUT. */
export const gatewayConfig = sqliteTable(
	'gateway_config',
	{
		id: id(),
		/** The number of changes so far. */
		version: integer().notNull(),
		ip_mode: text({ enum: IP_MODES }).notNull(),
		trusted_cidrs: json<string[]>().notNull(),
		risk_reject_threshold: real().notNull(),
		updated_at: text().notNull(),
	},
	(table) => [
		check('gateway_config_one', sql`${table.id} = 'gateway'`),
		check('gateway_config_ip_mode', sql`${table.ip_mode} IN ('direct', 'proxy', 'cdn')`),
		check('gateway_config_threshold', sql`${table.risk_reject_threshold} BETWEEN 0 AND 1`),
		check(
			'gateway_config_trusted',
			sql`json_type(${table.trusted_cidrs}) = 'array' AND (${table.ip_mode} = 'direct' OR json_array_length(${table.trusted_cidrs}) > 0)`,
		),
	],
)
