import { isolateCache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { parseAddress } from '../../networks/cidr.ts'
import { decisionOn } from './admitted.ts'

/** A blocked caller who tries again costs no further D1 call for a minute. */
const decisions = isolateCache<string>(60_000, { name: 'ip_decisions' })

/**
 * The rule that blocks an address, for the access log: `ip_rule:ipr_…`. Undefined if no rule matches, because the address is on
 * no allowlist, and while D1 doesn't answer. One D1 call for an address that the isolate doesn't know.
 */
export async function blockedBy(db: Database['reader'], org_id: string, address: string): Promise<string | undefined> {
	const parsed = parseAddress(address)
	if (!parsed) return undefined
	try {
		const id = await decisions.get(`${org_id} ${address}`, async () => {
			const { rule } = await decisionOn(db, org_id, parsed)
			return rule?.type === 'blocklist' ? rule.id : ''
		})
		return id ? `ip_rule:${id}` : undefined
	} catch {
		return undefined
	}
}
