import { lastOf, type Network, parseAddress, parseNetwork } from '../../networks/cidr.ts'
import type { RULE_TYPES } from './table.ts'

// Which addresses an org's callers may come from (spec 4.8): a blocklist match refuses; else, when the org has an allowlist,
// the address must match it. Judged on every request, so a thousand rules must cost no more than ten.

type RuleType = (typeof RULE_TYPES)[number]

interface Range {
	first: bigint
	last: bigint
}

/** The ranges of a list of networks by family, in order, none touching another. */
export type Networks = Record<Network['bits'], Range[]>

/** An org's rules, made for judging. Only an org that has any has them. */
export type IpRules = Partial<Record<RuleType, Networks>>

/** Whether the rules admit an address. One that is none is refused: what cannot be judged may not pass. */
export function admits(rules: IpRules, address: string): boolean {
	const parsed = parseAddress(address)
	if (!parsed || (rules.blocklist && holds(rules.blocklist, parsed))) return false
	return !rules.allowlist || holds(rules.allowlist, parsed)
}

/** Whether an address lies in one of the networks. */
export function holds(networks: Networks, { bits, first: address }: Network): boolean {
	const ranges = networks[bits]
	let [low, high] = [0, ranges.length]
	while (low < high) {
		const middle = (low + high) >> 1
		const { first, last } = ranges[middle] as Range
		if (address < first) high = middle
		else if (address > last) low = middle + 1
		else return true
	}
	return false
}

/** Compiles the text of `orgs.ip_rules`. */
export function compile(source: string): IpRules {
	const cidrs: Partial<Record<RuleType, string[]>> = {}
	for (const [type, cidr] of JSON.parse(source) as [RuleType, string][]) (cidrs[type] ??= []).push(cidr)
	const rules: IpRules = {}
	for (const [type, list] of Object.entries(cidrs) as [RuleType, string[]][]) rules[type] = networksOf(list)
	return rules
}

/** Compiles networks in CIDR notation, for `holds`. */
export function networksOf(cidrs: string[]): Networks {
	const networks = cidrs.map(parseNetwork).filter((network) => network !== undefined)
	return { 32: merged(networks, 32), 128: merged(networks, 128) }
}

function merged(networks: Network[], bits: Network['bits']): Range[] {
	const ranges: Range[] = []
	const ordered = networks
		.filter((network) => network.bits === bits)
		.map((network) => ({ first: network.first, last: lastOf(network) }))
		.sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))
	for (const range of ordered) {
		const before = ranges.at(-1)
		if (!before || range.first > before.last + 1n) ranges.push(range)
		else if (range.last > before.last) before.last = range.last
	}
	return ranges
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
