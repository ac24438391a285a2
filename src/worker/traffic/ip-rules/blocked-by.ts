import { isolateCache } from '../../ground/db/cache.ts'
import type { Database } from '../../ground/db/database.ts'
import { parseAddress } from '../../ground/networks/cidr.ts'
import { decisionOn } from './admitted.ts'

/** A blocked caller who tries again costs no further D1 call for a minute. */
const decisions = isolateCache<string>(60_000, { name: 'ip_decisions' })

/**
 * What blocks an address, for the access log: the rule, `ip_rule:ipr_…`, or the rules of the org, `ip_rules:org_…`, if the address
 * is on no allowlist and while D1 doesn't answer. One D1 call for an address that the isolate doesn't know.
 */
export async function blockedBy(db: Database['reader'], org_id: string, address: string) {
	const allRules = `ip_rules:${org_id}` as const
	const parsed = parseAddress(address)
	if (!parsed) return allRules
	try {
		const id = await decisions.get(`${org_id} ${address}`, async () => {
			const { rule } = await decisionOn(db, org_id, parsed)
			return rule?.type === 'blocklist' ? rule.id : ''
		})
		return id ? (`ip_rule:${id}` as const) : allRules
	} catch {
		return allRules
	}
}
