import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { DEFAULT_DOCUMENT } from '../../../traffic/gateway/current.ts'
import { PutGatewayConfig } from '../../../traffic/gateway/schema.ts'
import { GATEWAY_CONFIG_ID, gatewayConfig } from '../../../traffic/gateway/table.ts'
import type { Section } from '../section.ts'
import { byId } from './by-id.ts'

type Document = typeof gatewayConfig.$inferSelect

export const gatewaySection: Section = {
	name: 'gateway_config',
	isSingle: true,
	key: z.string(),
	entry: () => PutGatewayConfig,
	tables: [
		byId(gatewayConfig, gatewayConfig.id, [
			'version',
			'ip_mode',
			'trusted_cidrs',
			'risk_reject_threshold',
			'updated_at',
		]),
	],
	read: (db) => [db.select().from(gatewayConfig).where(eq(gatewayConfig.id, GATEWAY_CONFIG_ID)).limit(1)],
	stored: ([rows]) => {
		const [row] = rows as Document[]
		const { ip_mode, trusted_cidrs, risk_reject_threshold } = row ?? DEFAULT_DOCUMENT
		return [{ key: 'gateway_config', item: { ip_mode, trusted_cidrs, risk_reject_threshold }, row: row ?? {} }]
	},
	toRow: ({ item, stored, at }) => ({
		id: GATEWAY_CONFIG_ID,
		version: ((stored?.row.version as number | undefined) ?? 0) + 1,
		...item,
		updated_at: at,
	}),
}
