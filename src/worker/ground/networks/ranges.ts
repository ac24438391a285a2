import { lastOf, type Network, parseNetwork } from './cidr.ts'

/** From `first` to `last`, both included. */
interface Range {
	first: bigint
	last: bigint
}

/** The ranges of a list of networks, by family, in ascending order. They neither overlap nor touch. */
export type Networks = Record<Network['bits'], Range[]>

/** Whether an address is in one of the networks. A binary search: a thousand networks take ten steps. */
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

/** Compiles networks in CIDR notation for `holds`. Texts that aren't networks are left out. */
export function networksOf(cidrs: readonly string[]): Networks {
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
