import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { now } from '../../ground/db/columns.ts'
import type { Configured } from '../../ground/write/configured.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { DEFAULT_DOCUMENT, forgetGateway, stateOfGateway } from './current.ts'
import { GatewayConfig, GatewayEntry } from './schema.ts'
import { GATEWAY_CONFIG_ID, gatewayConfig } from './table.ts'

export const configuredGateway: Configured = {
	name: 'gateway_config',
	called: ['The gateway configuration'],
	of: 'platform',
	writers: { platform: ['platform.write'] },
	isSingle: true,
	key: z.string(),
	entry: () => GatewayEntry,
	document: { entry: z.object(GatewayConfig.shape) },
	rows: { table: gatewayConfig, moving: { updated_at: now, version: sql`${gatewayConfig.version} + 1` } },
	stored: (row: typeof gatewayConfig.$inferSelect | undefined) => {
		const { ip_mode, trusted_cidrs, risk_reject_threshold } = row ?? DEFAULT_DOCUMENT
		return { key: 'gateway_config', item: { ip_mode, trusted_cidrs, risk_reject_threshold } }
	},
	toRow: ({ item, stored, at }) => ({
		id: GATEWAY_CONFIG_ID,
		version: ((stored?.row.version as number | undefined) ?? 0) + 1,
		...item,
		updated_at: at,
	}),
	audited: () => ({ target: gatewayConfig, state: stateOfGateway }),
	forget: [forgetPrincipals, forgetGateway],
	confirmable: ['PUT /v1/admin/gateway-config'],
}
