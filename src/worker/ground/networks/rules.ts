import { forgettable } from '../../isolate.ts'
import type { IpRules } from '../../principal.ts'
import { decided, forbidden } from '../http/errors.ts'
import { parseAddress } from './cidr.ts'
import { holds, networksOf } from './ranges.ts'

type RuleType = keyof IpRules

// Which addresses an org's callers may come from (spec 4.8). An address on the blocklist is refused. Otherwise, if the org has
// an allowlist, the address must be on it. The middleware checks every request, so a thousand rules must cost no more than ten.

/** Whether the rules admit an address. A text that isn't an address is refused. */
export function admits(rules: IpRules, address: string): boolean {
	const parsed = parseAddress(address)
	if (!parsed || (rules.blocklist && holds(rules.blocklist, parsed))) return false
	return !rules.allowlist || holds(rules.allowlist, parsed)
}

interface Elsewhere {
	org_id: string
	name: string
}

/**
 * The 403 for a caller whose address the org's rules don't admit. `by` is the rule, or the org if its allowlist lacks the address. `orgs` are
 * the caller's other orgs.
 */
export const notAdmitted = (
	by: `ip_rule:${string}` | `ip_rules:${string}`,
	client_address: string,
	orgs?: readonly Elsewhere[],
) => decided(forbidden('ip.blocked', { client_address, ...(orgs && { orgs }) }), by)

/** Compiles the text of `orgs.ip_rules`: a JSON array of `[type, cidr]`. */
export function compile(source: string): IpRules {
	const cidrs: Partial<Record<RuleType, string[]>> = {}
	for (const [type, cidr] of JSON.parse(source) as [RuleType, string][]) (cidrs[type] ??= []).push(cidr)
	const rules: IpRules = {}
	for (const [type, list] of Object.entries(cidrs) as [RuleType, string[]][]) rules[type] = networksOf(list)
	return rules
}

const MAX_COMPILED = 100
const compiled = forgettable(new Map<string, IpRules>())

/** Like `compile`, but once for all principals of an org. The cache key is the text itself, so changed rules are compiled again. */
export function compiledOnce(source: string | null): IpRules | null {
	if (source === null) return null
	const known = compiled.get(source)
	if (known) return known
	if (compiled.size >= MAX_COMPILED) compiled.clear()
	const rules = compile(source)
	compiled.set(source, rules)
	return rules
}
