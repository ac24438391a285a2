import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { App } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { requires } from '../../http/access.ts'
import { body, refuses, returns } from '../../http/contract.ts'
import { changedJson, taggedJson } from '../../http/etag.ts'
import { isExempt } from '../../tenancy/principals/permissions.ts'
import { write } from '../../write/write.ts'
import { recentEntries } from '../access-log/recent/entries.ts'
import { assess } from '../callers/assess.ts'
import { isTooRisky } from '../callers/risk.ts'
import { configuredGateway } from './configured.ts'
import { compileGateway, DEFAULT_DOCUMENT, stateOfGateway } from './current.ts'
import { rehearse } from './rehearse.ts'
import { GatewayConfig, PutGatewayConfig, Rehearsal, RehearseGatewayConfig } from './schema.ts'
import { GATEWAY_CONFIG_ID, gatewayConfig } from './table.ts'

const { id, version, ip_mode, trusted_cidrs, risk_reject_threshold } = gatewayConfig

const isTheDocument = eq(id, GATEWAY_CONFIG_ID)

export const gatewayConfigRoutes = new Hono<App>()

gatewayConfigRoutes.get(
	'/',
	requires('platform_admin'),
	returns(200, GatewayConfig, 'Read the gateway configuration'),
	async (c) => {
		const [document] = await c.var.db
			.select({ ip_mode, trusted_cidrs, risk_reject_threshold })
			.from(gatewayConfig)
			.where(isTheDocument)
			.limit(1)
		return taggedJson(c, document ?? DEFAULT_DOCUMENT)
	},
)

gatewayConfigRoutes.put(
	'/',
	requires('platform_admin'),
	body(PutGatewayConfig),
	returns(200, GatewayConfig, 'Replace the gateway configuration'),
	async (c) => {
		const document = c.req.valid('json')
		const change = { ...document, updated_at: now() }
		const put = c.var.db
			.insert(gatewayConfig)
			.values({ id: GATEWAY_CONFIG_ID, version: 1, ...change })
			.onConflictDoUpdate({ target: id, set: { ...change, version: sql`${version} + 1` } })
		await write(c, { put }, { audit })
		return changedJson(c, document)
	},
)

gatewayConfigRoutes.post(
	'/rehearse',
	requires('platform_admin'),
	body(RehearseGatewayConfig),
	returns(200, Rehearsal, 'Simulate a configuration on the recent access log, without changing anything', {
		isAudited: false,
	}),
	refuses('access_log.unavailable'),
	async (c) => {
		const gateway = compileGateway(c.req.valid('json').config)
		const { client_address, ...assessment } = assess(gateway, c.var.request_info, false)
		const caller = {
			client_ip: client_address,
			risk_score: assessment.risk_score,
			risk_reasons: assessment.risk_reasons,
			refused: isTooRisky(gateway, assessment) && !isExempt(c.var.principal),
		}
		return c.json({ ...(await rehearse(c.var.db, gateway, recentEntries(c.env))), caller })
	},
)

const audit = {
	action: 'gateway_config.put',
	target: gatewayConfig,
	target_id: GATEWAY_CONFIG_ID,
	state: stateOfGateway,
	undo: [{ table: gatewayConfig, where: isTheDocument }],
	kinds: [{ kind: configuredGateway }],
}
