import { eq, sql } from 'drizzle-orm'
import { isolateCache } from '../../ground/db/cache.ts'
import type { Database } from '../../ground/db/database.ts'
import { stateOf } from '../../ground/db/state.ts'
import { networksOf } from '../../ground/networks/ranges.ts'
import { isAnyWaiting, KEPT_WHILE_WAITING_MS } from '../../ground/write/waiting.ts'
import { onForget } from '../../isolate.ts'
import type { Gateway } from '../../principal.ts'
import type { GatewayDocument } from './schema.ts'
import { GATEWAY_CONFIG_ID, gatewayConfig } from './table.ts'

/** The document that applies until an operator sets one. */
export const DEFAULT_DOCUMENT: GatewayDocument = { ip_mode: 'direct', trusted_cidrs: [], risk_reject_threshold: 0 }

/** The audited state. Until the first change that's the default, so the audit row and `If-Match` compare with it. */
export const stateOfGateway = sql`coalesce(${stateOf(gatewayConfig, eq(gatewayConfig.id, GATEWAY_CONFIG_ID))}, ${JSON.stringify(DEFAULT_DOCUMENT)})`

/** Compiles the document into the form that `assess` takes. */
export const compileGateway = ({ trusted_cidrs, ...document }: GatewayDocument): Gateway => ({
	...document,
	trusted: networksOf(trusted_cidrs),
})

const { id, ip_mode, trusted_cidrs, risk_reject_threshold } = gatewayConfig

/** The document as JSON text, for a column of another query: every read of a principal includes it. NULL until there is one. */
export const gatewaySource = sql<
	string | null
>`(SELECT json_object('ip_mode', ${ip_mode}, 'trusted_cidrs', json(${trusted_cidrs}), 'risk_reject_threshold', ${risk_reject_threshold}) FROM ${gatewayConfig} WHERE ${id} = ${sql.raw(`'${GATEWAY_CONFIG_ID}'`)})`

let last = { source: null as string | null, gateway: compileGateway(DEFAULT_DOCUMENT) }
onForget(() => (last = { source: null, gateway: compileGateway(DEFAULT_DOCUMENT) }))

/** Compiles the text of `gatewaySource`, and keeps the result for requests that don't read a principal. */
export function gatewayOf(source: string | null): Gateway {
	if (source !== last.source)
		last = { source, gateway: compileGateway(source === null ? DEFAULT_DOCUMENT : JSON.parse(source)) }
	return last.gateway
}

/** The gateway that this isolate compiled last, without a D1 call: for requests that need no database. */
export const lastGateway = (): Gateway => last.gateway

const KEPT_FOR_MS = 5_000
/** While D1 doesn't answer, an older document is better than none. */
const STANDS_IN_MS = 600_000

const gateways = isolateCache<{ gateway: Gateway; is_any_waiting: number }>(KEPT_FOR_MS, {
	name: 'gateway',
	standsInFor: STANDS_IN_MS,
	keptForOf: ({ is_any_waiting }) => (is_any_waiting === 1 ? KEPT_WHILE_WAITING_MS : KEPT_FOR_MS),
})

/** The gateway for a request without a principal, at most 5 seconds old. One D1 call if the kept one is older. */
export async function currentGateway(db: Database['reader']): Promise<Gateway> {
	const read = async () => {
		const { source, is_any_waiting } = await db
			.primary()
			.get<{ source: string | null; is_any_waiting: number }>(
				sql`SELECT ${gatewaySource} AS source, ${isAnyWaiting} AS is_any_waiting`,
			)
		return { gateway: gatewayOf(source), is_any_waiting }
	}
	return (await gateways.get('gateway', read))?.gateway as Gateway
}

/** Makes this isolate read the document again. Call it after a change, together with `forgetPrincipals()`. */
export const forgetGateway = gateways.forget
