import type { IpRules } from '../../context.ts'
import { parseAddress } from '../../networks/cidr.ts'
import { holds, networksOf } from '../../networks/ranges.ts'
import type { RuleType } from './table.ts'

// Which addresses an org's callers may come from (spec 4.8): a blocklist match refuses; else, when the org has an allowlist,
// the address must match it. Judged on every request, so a thousand rules must cost no more than ten.

/** Whether the rules admit an address. One that is none is refused: what cannot be judged may not pass. */
export function admits(rules: IpRules, address: string): boolean {
	const parsed = parseAddress(address)
	if (!parsed || (rules.blocklist && holds(rules.blocklist, parsed))) return false
	return !rules.allowlist || holds(rules.allowlist, parsed)
}

/** Compiles the text of `orgs.ip_rules`. */
export function compile(source: string): IpRules {
	const cidrs: Partial<Record<RuleType, string[]>> = {}
	for (const [type, cidr] of JSON.parse(source) as [RuleType, string][]) (cidrs[type] ??= []).push(cidr)
	const rules: IpRules = {}
	for (const [type, list] of Object.entries(cidrs) as [RuleType, string[]][]) rules[type] = networksOf(list)
	return rules
}

const MAX_COMPILED = 100
const compiled = new Map<string, IpRules>()

/** The same, compiled once for all principals of an org: the text is the key, so that other rules are other text. */
export function compiledOnce(source: string | null): IpRules | null {
	if (source === null) return null
	const known = compiled.get(source)
	if (known) return known
	if (compiled.size >= MAX_COMPILED) compiled.clear()
	const rules = compile(source)
	compiled.set(source, rules)
	return rules
}
