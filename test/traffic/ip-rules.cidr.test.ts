import { BlockList, isIP } from 'node:net'
import { Address4, Address6 } from 'ip-address'
import { describe, expect, test } from 'vitest'
import type { IpRules } from '../../src/worker/principal.ts'
import {
	admits,
	clientNetwork,
	compile,
	formatNetwork,
	networksAround,
	parseAddress,
	parseNetwork,
} from '../support/program.ts'
import { choices, runsOf } from '../support/property.ts'

const canonical = (text: string) => {
	const network = parseNetwork(text)
	return network && formatNetwork(network)
}

describe('a network has one spelling', () => {
	test.each([
		['203.0.113.7', '203.0.113.7/32'],
		['203.0.113.7/24', '203.0.113.0/24'],
		['10.255.255.255/8', '10.0.0.0/8'],
		['255.255.255.255/1', '128.0.0.0/1'],
		['1.2.3.4/0', '0.0.0.0/0'],
		['0.0.0.0', '0.0.0.0/32'],
		['2001:DB8::1', '2001:db8::1/128'],
		['2001:0db8:0000:0000:0000:0000:0000:0001/128', '2001:db8::1/128'],
		['2001:db8:1:2:3:4:5:6/33', '2001:db8::/33'],
		['2001:db8:8000::/33', '2001:db8:8000::/33'],
		['1:0:0:2:0:0:0:3/128', '1:0:0:2::3/128'],
		['fe80::1/0', '::/0'],
		['::', '::/128'],
		['::ffff:10.1.2.3', '10.1.2.3/32'],
		['::FFFF:10.1.2.3/104', '10.0.0.0/8'],
		['::ffff:a01:203/128', '10.1.2.3/32'],
		['0:0:0:0:0:ffff:10.1.2.3/96', '0.0.0.0/0'],
		// Wider than the v4-mapped range, and so IPv6.
		['::ffff:10.1.2.3/95', '::fffe:0:0/95'],
		['::10.1.2.3', '::a01:203/128'],
		['64:ff9b::10.1.2.3/96', '64:ff9b::/96'],
	])('%s is %s', (text, expected) => {
		expect(canonical(text)).toBe(expected)
		expect(canonical(expected)).toBe(expected)
	})
})

const ODDITIES = [
	['', ' ', '/'],
	['/8', '*', 'any', '10', '10.1', '10.1/8', '10.0.0/8', '10.0.0.0.0/8', '10.0.0.256', '010.0.0.0/8', '10.0.0.00'],
	['0x0a.0.0.0/8', '0x0a000000', '167772160', '10.0.0.0/', '10.0.0.0/08', '10.0.0.0/33', '10.0.0.0/-1'],
	['10.0.0.0/+8', '10.0.0.0/8.0', '10.0.0.0/1e1', '10.0.0.0/0x8', '10.0.0.0/8/8', '10.0.0.0/255.0.0.0'],
	['10.0.0.0 /8', '10.0.0.0/ 8', ' 10.0.0.0/8', '10.0.0.0/8 ', '10.0.0.0/8\n', '10.0.0.0\u0000', '１０.0.0.0/8'],
	['10.0.0.0-10.0.0.9', '10.0.0.0,10.0.0.1', '10.0.0.0:80', ':', ':::', '::1::', '1::2::3', '1:2:3:4:5:6:7'],
	['1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8::', ':1:2:3:4:5:6:7', '12345::', 'g::', '[::1]', '[::1]/128'],
	['fe80::1%eth0', 'fe80::1%eth0/64', 'fe80::1/64%eth0', '::/129', '::/0128', '::/1280', '::ffff:010.0.0.1'],
	['::ffff:10.0.0.256', '::ffff:10.0.0', '::10.0.0.1:1', '10.0.0.1::'],
].flat()

describe('nothing else is a network', () => {
	test.each(ODDITIES)('%j', (text) => {
		expect(parseNetwork(text)).toBeUndefined()
		expect(parseAddress(text)).toBeUndefined()
		expect(isIP(text)).toBe(text.includes('%eth0') && !text.includes('/') ? 6 : 0)
	})
})

test('an address with a prefix length is refused', () => {
	expect(parseAddress('10.0.0.1/32')).toBeUndefined()
	expect(parseAddress('10.0.0.1')).toEqual({ bits: 32, first: 0x0a000001n, prefix: 32 })
})

// The same numbers on every run, so a failure can be reproduced.
const below = choices(20_261_121)
// Few different digits, so that networks overlap, touch and contain one another.
const v4 = () => [10, below(2), below(4), below(256)].join('.')
const v6 = () => `2001:db8:${below(2)}:${below(4).toString(16)}::${below(65_536).toString(16)}`
const mapped = () => `::ffff:${v4()}`
const address = () => [v4, v6, mapped][below(3)]?.() as string
const randomCidr = () => [() => `${v4()}/${below(33)}`, () => `${v6()}/${below(129)}`, v4, v6][below(4)]?.() as string

/** Applies the rules with another parser, one after the other. */
function naive(rules: [string, string][], text: string): boolean {
	const parsed = text.startsWith('::ffff:')
		? new Address4(text.slice(7))
		: new (text.includes(':') ? Address6 : Address4)(text)
	const matches = (type: string) =>
		rules.some(
			([of, cidr]) =>
				of === type && parsed.isHostInSubnet(cidr.includes(':') ? new Address6(cidr) : new Address4(cidr)),
		)
	return !matches('blocklist') && (matches('allowlist') || !rules.some(([type]) => type === 'allowlist'))
}

/** Applies the rules with Node's own block lists. */
function byNode(rules: [string, string][]) {
	const lists = { allowlist: new BlockList(), blocklist: new BlockList() }
	for (const [type, cidr] of rules) {
		const [host, prefix] = cidr.split('/') as [string, string]
		lists[type as 'allowlist'].addSubnet(host, Number(prefix), host.includes(':') ? 'ipv6' : 'ipv4')
	}
	const hasAllowlist = rules.some(([type]) => type === 'allowlist')
	return (text: string) => {
		const host = text.replace('::ffff:', '')
		const family = host.includes(':') ? 'ipv6' : 'ipv4'
		return !lists.blocklist.check(host, family) && (!hasAllowlist || lists.allowlist.check(host, family))
	}
}

test('compiled rules decide as two other implementations do rule by rule', () => {
	let [admitted, judged] = [0, 0]
	const rounds = runsOf(30, 200)
	for (let round = 0; round < rounds; round += 1) {
		const rules = Array.from({ length: 1 + below(12) }, (): [string, string] => [
			below(3) === 0 ? 'allowlist' : 'blocklist',
			// Mostly narrow ones, or one wide network would decide everything.
			canonical(below(4) === 0 ? randomCidr() : address()) as string,
		])
		const compiled = compile(JSON.stringify(rules))
		const node = byNode(rules)
		// A range may be off by one at the rules' own addresses and their neighbours.
		const near = rules.map(([, cidr]) => cidr.split('/')[0] as string)
		for (const text of [...near, ...Array.from({ length: 25 }, address)]) {
			const expected = naive(rules, text)
			expect({ rules, text, admits: admits(compiled, text) }).toEqual({ rules, text, admits: expected })
			expect({ rules, text, node: node(text) }).toEqual({ rules, text, node: expected })
			judged += 1
			if (expected) admitted += 1
		}
	}
	expect(judged).toBeGreaterThan(rounds * 25)
	expect(admitted).toBeGreaterThan(judged / 10)
	expect(admitted).toBeLessThan((judged * 9) / 10)
})

test('the edges of a network are inside it, their neighbours are not', () => {
	const rules = compile('[["allowlist","10.0.1.0/24"],["allowlist","10.0.2.0/24"],["allowlist","2001:db8::/64"]]')
	const responses = Object.entries({
		'10.0.0.255': false,
		'10.0.1.0': true,
		'10.0.1.255': true,
		'10.0.2.0': true,
		'10.0.2.255': true,
		'10.0.3.0': false,
		'2001:db7:ffff:ffff:ffff:ffff:ffff:ffff': false,
		'2001:db8::': true,
		'2001:db8::ffff:ffff:ffff:ffff': true,
		'2001:db8:0:1::': false,
	})
	for (const [text, expected] of responses)
		expect({ text, admits: admits(rules, text) }).toEqual({ text, admits: expected })
})

test('the families are separate: all of IPv4 contains no IPv6 address, and vice versa', () => {
	expect(admits(compile('[["allowlist","::/0"]]'), '10.0.0.1')).toBe(false)
	expect(admits(compile('[["allowlist","0.0.0.0/0"]]'), '2001:db8::1')).toBe(false)
	expect(admits(compile('[["allowlist","0.0.0.0/0"]]'), '::ffff:10.0.0.1')).toBe(true)
	expect(admits(compile('[["blocklist","::/0"]]'), '::ffff:10.0.0.1')).toBe(true)
})

test('the networks around an address are all those that contain it', () => {
	const around4 = networksAround(parseNetwork('10.1.2.3') as never)
	expect(around4).toHaveLength(33)
	expect([around4[0], around4[8], around4[32]]).toEqual(['10.1.2.3/32', '10.1.2.0/24', '0.0.0.0/0'])
	const around6 = networksAround(parseNetwork('2001:db8::1') as never)
	expect(around6).toHaveLength(129)
	expect([around6[0], around6[64], around6[128]]).toEqual(['2001:db8::1/128', '2001:db8::/64', '::/0'])
	for (const cidr of [...around4, ...around6]) expect(canonical(cidr)).toBe(cidr)
})

test.each([
	['203.0.113.7', '203.0.113.7'],
	['unknown', 'unknown'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
	['2001:DB8:1:2::9', '2001:db8:1:2'],
	['2001:db8::1', '2001:db8:0:0'],
	['2001:db8:1::', '2001:db8:1:0'],
	['::1', '0:0:0:0'],
])('a caller at %s is counted as %s', (address, network) => {
	expect(clientNetwork(address)).toBe(network)
})

/** Counts the ranges that `work` looks at. Unlike a time, a count is the same on every machine. */
function steps(rules: IpRules, work: (rules: IpRules) => void): number {
	let count = 0
	const get = (ranges: object, key: string | symbol) => {
		if (typeof key === 'string' && /^\d+$/.test(key)) count += 1
		return Reflect.get(ranges, key) as unknown
	}
	const watched = Object.entries(rules).map(([type, networks]) => [
		type,
		Object.fromEntries(Object.entries(networks).map(([bits, ranges]) => [bits, new Proxy(ranges, { get })])),
	])
	work(Object.fromEntries(watched) as IpRules)
	return count
}

test('a thousand rules cost about what ten do', () => {
	const addresses = Array.from({ length: 1_000 }, (_, i) => `10.${i >> 8}.${i & 255}.${(i * 2) & 254}`)
	const most = (count: number) => {
		const held = addresses.slice(0, count)
		const rules = compile(JSON.stringify(held.map((address) => ['allowlist', `${address}/32`])))
		return Math.max(...held.map((address) => steps(rules, (watched) => expect(admits(watched, address)).toBe(true))))
	}
	const [ofFew, ofMany] = [most(10), most(1_000)]
	expect(ofFew).toBeGreaterThan(0)
	expect(ofMany).toBeLessThan(ofFew * 3 + 1)
	expect(ofMany).toBeLessThanOrEqual(10)
})
