import { eq, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import { changing } from '../../ground/db/changing.ts'
import { now } from '../../ground/db/columns.ts'
import { noChange } from '../../ground/db/state.ts'
import { requires } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { invalid } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { ensure } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { isExempt } from '../../tenancy/principals/permissions.ts'
import { recentEntries } from '../access-log/recent/entries.ts'
import { assess } from '../callers/assess.ts'
import { isTooRisky } from '../callers/risk.ts'
import { configuredGateway } from './configured.ts'
import { compileGateway, DEFAULT_DOCUMENT, stateOfGateway } from './current.ts'
import { rehearse } from './rehearse.ts'
import {
	GatewayConfig,
	type GatewayDocument,
	NEEDS_NETWORK,
	PutGatewayConfig,
	Rehearsal,
	RehearseGatewayConfig,
} from './schema.ts'
import { GATEWAY_CONFIG_ID, gatewayConfig } from './table.ts'

const { id, version, ip_mode, trusted_cidrs, risk_reject_threshold } = gatewayConfig

const columns = { ip_mode, trusted_cidrs, risk_reject_threshold }

const isTheDocument = eq(id, GATEWAY_CONFIG_ID)

export const gatewayConfigRoutes = routes()

gatewayConfigRoutes.get(
	'/',
	requires('platform.read'),
	returns(200, GatewayConfig, 'Read the gateway configuration'),
	async (c) => {
		const [document] = await c.var.db.select(columns).from(gatewayConfig).where(isTheDocument).limit(1)
		return taggedJson(c, document ?? DEFAULT_DOCUMENT)
	},
)

gatewayConfigRoutes.put(
	'/',
	requires('platform.write'),
	body(PutGatewayConfig),
	returns(200, GatewayConfig, 'Change the gateway configuration'),
	async (c) => {
		const parts = putChange(c, c.req.valid('json'))
		const { put } = await write(c, parts, { audit, otherwise: invalid([NEEDS_NETWORK]) })
		return changedJson(c, put[0] ?? DEFAULT_DOCUMENT)
	},
)

gatewayConfigRoutes.post(
	'/rehearse',
	requires('platform.read'),
	body(RehearseGatewayConfig),
	returns(200, Rehearsal, 'Simulate a configuration on the recent access log, without changing anything', {
		changes: false,
	}),
	refuses('access_log.unavailable'),
	async (c) => {
		const proposed = compileGateway(c.req.valid('json').config)
		const { client_address, ...assessment } = assess(proposed, c.var.request_info, false)
		const caller = {
			client_ip: client_address,
			risk_score: assessment.risk_score,
			risk_reasons: assessment.risk_reasons,
			refused: isTooRisky(proposed, assessment) && !isExempt(c.var.principal),
		}
		const gateways = { present: c.var.principal.gateway, proposed }
		return c.json({ ...(await rehearse(c.var.db, gateways, recentEntries(c.env))), caller })
	},
)

/** The statements that change the given fields. A mode that reads headers needs a network, given or stored. */
function putChange(c: WorkContext, change: Partial<GatewayDocument>) {
	const { db } = c.var
	const stored = (column: SQLiteColumn) => sql`(SELECT ${column} FROM ${gatewayConfig} WHERE ${isTheDocument})`
	const needs = change.ip_mode !== undefined && change.ip_mode !== 'direct' && !change.trusted_cidrs
	const removes = change.ip_mode === undefined && change.trusted_cidrs?.length === 0
	if (Object.keys(change).length === 0)
		return { put: db.update(gatewayConfig).set(noChange(ip_mode)).where(isTheDocument).returning(columns) }
	const updated_at = now()
	return {
		// An upsert's own row would have to be valid without the stored fields.
		first: db
			.insert(gatewayConfig)
			.values({ id: GATEWAY_CONFIG_ID, version: 0, ...DEFAULT_DOCUMENT, updated_at })
			.onConflictDoNothing(),
		trusts: needs && ensure(c, sql`json_array_length(${stored(trusted_cidrs)}) > 0`),
		direct: removes && ensure(c, sql`${stored(ip_mode)} = 'direct'`),
		put: db
			.update(gatewayConfig)
			.set(changing(gatewayConfig, change, { updated_at, version: sql`${version} + 1` }))
			.where(isTheDocument)
			.returning(columns),
	}
}

const audit = {
	action: 'gateway_config.put' as const,
	target: gatewayConfig,
	target_id: GATEWAY_CONFIG_ID,
	state: stateOfGateway,
	undo: [{ table: gatewayConfig, where: isTheDocument }],
	kinds: [{ kind: configuredGateway }],
}
