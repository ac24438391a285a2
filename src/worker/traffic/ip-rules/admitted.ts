import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { type Network, networksAround, parseAddress } from '../../ground/networks/cidr.ts'
import { ipRules, RULE_TYPES, type RuleType, toRule } from './table.ts'

// What `admits` does, in SQL, for a batch that must know the effect of its own change. An address matches a rule if the rule's
// network is one of those that contain the address: 33 for IPv4 and 129 for IPv6, each an index look-up.

const around = (address: Network) => sql`(SELECT value FROM json_each(${JSON.stringify(networksAround(address))}))`

/** Whether the org's rules admit the address at this point of the batch. */
export function admittedNow(org_id: string, client_address: string): SQL {
	const isOfOrg = eq(ipRules.org_id, org_id)
	const isOfType = (type: RuleType) => allOf(isOfOrg, eq(ipRules.type, type))
	const address = parseAddress(client_address)
	if (!address) return sql`NOT ${exists(ipRules, isOfOrg)}`
	const matches = (type: RuleType) => exists(ipRules, allOf(isOfType(type), inArray(ipRules.cidr, around(address))))
	return sql`NOT ${matches('blocklist')} AND (${matches('allowlist')} OR NOT ${exists(ipRules, isOfType('allowlist'))})`
}

/**
 * Whether the org's rules admit an address, and the rule that decides: the narrowest blocking rule that matches, otherwise the
 * narrowest allowing one, otherwise null. One D1 call.
 */
export async function decisionOn(db: Database['reader'], org_id: string, address: Network) {
	const [[rule], [allowlisted]] = await db.batch([
		db
			.select()
			.from(ipRules)
			.where(and(eq(ipRules.org_id, org_id), inArray(ipRules.type, RULE_TYPES), inArray(ipRules.cidr, around(address))))
			.orderBy(desc(ipRules.type), sql`CAST(substr(cidr, instr(cidr, '/') + 1) AS INTEGER) DESC`)
			.limit(1),
		db
			.select({ id: ipRules.id })
			.from(ipRules)
			.where(and(eq(ipRules.org_id, org_id), eq(ipRules.type, 'allowlist')))
			.limit(1),
	])
	return { allowed: rule ? rule.type === 'allowlist' : !allowlisted, rule: rule ? toRule(rule) : null }
}
