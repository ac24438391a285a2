import type { IpRules } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { parseAddress } from './cidr.ts'
import { holds, networksOf } from './ranges.ts'

type RuleType = keyof IpRules

// Which addresses the callers of an org may come from (spec 4.8). A match in the blocklist refuses. Otherwise, when the org has
// an allowlist, the address must match it. The gate asks on every request, so a thousand rules must cost no more than ten.

/** Whether the rules admit an address. A text that is not an address is refused. */
export function admits(rules: IpRules, address: string): boolean {
	const parsed = parseAddress(address)
	if (!parsed || (rules.blocklist && holds(rules.blocklist, parsed))) return false
	return !rules.allowlist || holds(rules.allowlist, parsed)
}

/** The 403 of a caller whose address the rules of an org do not admit. */
export const notAdmitted = () =>
	new ApiError(403, 'auth.forbidden', 'The IP rules of the org do not admit your address', { reason: 'ip.blocked' })

/** Compiles the text of `orgs.ip_rules`: a JSON array of `[type, cidr]`. */
export function compile(source: string): IpRules {
	const cidrs: Partial<Record<RuleType, string[]>> = {}
	for (const [type, cidr] of JSON.parse(source) as [RuleType, string][]) (cidrs[type] ??= []).push(cidr)
	const rules: IpRules = {}
	for (const [type, list] of Object.entries(cidrs) as [RuleType, string[]][]) rules[type] = networksOf(list)
	return rules
}

const MAX_COMPILED = 100
const compiled = new Map<string, IpRules>()

/** The same, compiled once for all principals of an org. The text is the key of the cache, so changed rules are compiled again. */
export function compiledOnce(source: string | null): IpRules | null {
	if (source === null) return null
	const known = compiled.get(source)
	if (known) return known
	if (compiled.size >= MAX_COMPILED) compiled.clear()
	const rules = compile(source)
	compiled.set(source, rules)
	return rules
}
