import { Address4, Address6 } from 'ip-address'
import { describe, expect, test } from 'vitest'
import type { RequestInfo } from '../../src/worker/context.ts'
import type { GatewayDocument } from '../../src/worker/traffic/gateway/schema.ts'
import { configOf } from '../support/gateway.ts'
import { clientAddress, compileGateway } from '../support/program.ts'
import { runsOf } from '../support/property.ts'

// Where a request came from, whatever its headers claim.

const CLIENT = '203.0.113.7'
const OTHER = '198.51.100.7'
const EDGE = '192.0.2.1'
const TRUSTED = ['192.0.2.0/24', '10.0.0.0/8', '2001:db8:ed::/48']

type Facts = Partial<Pick<RequestInfo, 'peer' | 'forwarded_for' | 'true_client_ip'>>

const requestInfoOf = (facts: Facts): RequestInfo => ({
	peer: EDGE,
	forwarded_for: undefined,
	true_client_ip: undefined,
	user_agent: '',
	country: undefined,
	city: undefined,
	asn: undefined,
	...facts,
})
const find = (ip_mode: GatewayDocument['ip_mode'], facts: Facts, trusted_cidrs = TRUSTED) =>
	clientAddress(compileGateway(configOf({ ip_mode, trusted_cidrs })), requestInfoOf(facts))

const forged = { forwarded_for: OTHER, true_client_ip: OTHER }

describe('the peer', () => {
	test.each([
		[CLIENT, CLIENT],
		['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
		['::FFFF:203.0.113.7', CLIENT],
		['::ffff:cb00:7107', CLIENT],
		['::', '::'],
		['255.255.255.255', '255.255.255.255'],
		['0.0.0.0', '0.0.0.0'],
		...['', ' ', 'garbage', '203.0.113.7:80', '203.0.113.07'].map((odd) => [odd, 'unknown']),
		...['203.0.113', '203.0.113.7/32', '[::1]', 'fe80::1%eth0'].map((odd) => [odd, 'unknown']),
	])('%j is %s in every mode if it is not trusted', (peer, address) => {
		for (const ip_mode of ['direct', 'proxy', 'cdn'] as const)
			expect({ ip_mode, ...find(ip_mode, { peer, ...forged }) }).toEqual({ ip_mode, address, isPeer: true })
	})

	test('beats every header in direct mode, trusted or not', () => {
		expect(find('direct', forged)).toEqual({ address: EDGE, isPeer: true })
	})

	test('is also trusted in its other spellings', () => {
		for (const peer of ['192.0.2.1', '::ffff:192.0.2.1', '2001:DB8:ED::9', '2001:db8:ed:0::9'])
			expect({ peer, ...find('proxy', { peer, forwarded_for: CLIENT }) }).toEqual({
				peer,
				address: CLIENT,
				isPeer: false,
			})
	})
})

const chains: [string | undefined, string][] = [
	[undefined, EDGE],
	[CLIENT, CLIENT],
	[`${OTHER}, ${CLIENT}`, CLIENT],
	[`${OTHER},${CLIENT},10.1.1.1, 192.0.2.9`, CLIENT],
	[`garbage, ${CLIENT}`, CLIENT],
	[`, ${CLIENT}`, CLIENT],
	['10.1.1.1, 10.1.1.2', EDGE],
	['10.1.1.1', EDGE],
	[`${CLIENT}:4711`, CLIENT],
	[`${CLIENT}:4711, 10.1.1.1:80`, CLIENT],
	['[2001:db8::1]:443', '2001:db8::1'],
	['[2001:DB8::1]', '2001:db8::1'],
	['2001:DB8:0::1', '2001:db8::1'],
	['[2001:db8:ed::1]:443', EDGE],
	[`::ffff:${CLIENT}`, CLIENT],
	[`[::ffff:${CLIENT}]:1`, CLIENT],
	['::ffff:10.9.9.9', EDGE],
	[` \t${CLIENT}\t `, CLIENT],
	[`${OTHER}\t,\t${CLIENT} , 10.1.1.1`, CLIENT],
	// An unreadable hop ends the walk: anybody may have written what is to its left.
	['', 'unknown'],
	[',', 'unknown'],
	[`${CLIENT},`, 'unknown'],
	[`${CLIENT}, ,10.1.1.1`, 'unknown'],
	[`${CLIENT}, unknown`, 'unknown'],
	[`${CLIENT}, unknown, 10.1.1.1`, 'unknown'],
	[`${CLIENT}, _hidden, 10.1.1.1`, 'unknown'],
	[', 10.1.1.1', 'unknown'],
	...[
		['203.0.113.07', '203.0.113.256', '203.0.113', '3405803783', '0xcb.0.113.7', '203.0.113.7:'],
		['203.0.113.7:123456', '203.0.113.7:80:80', '203.0.113.7:http', '203.0.113.7/32', '203.0.113.7 203.0.113.8'],
		['[203.0.113.7]', '[203.0.113.7]:80', '[2001:db8::1', '2001:db8::1]', '[2001:db8::1]443', '[2001:db8::1]:'],
		['[]', '[]:80', '[fe80::1%eth0]', 'fe80::1%eth0', '2001:db8::1::', '"203.0.113.7"', 'for=203.0.113.7'],
		['２03.0.113.7', '\u00a0203.0.113.7', 'localhost', 'null', ':', '.', '-'],
	].flatMap((odds) => odds.map((odd): [string, string] => [odd, 'unknown'])),
]

describe('a chain from a trusted peer', () => {
	test.each(chains)('%j leads to %s', (forwarded_for, address) => {
		expect(find('proxy', { forwarded_for, true_client_ip: OTHER })).toEqual({ address, isPeer: address === EDGE })
	})

	test('is not read in cdn mode', () => {
		for (const [forwarded_for] of chains)
			expect(find('cdn', { forwarded_for })).toEqual({ address: EDGE, isPeer: true })
	})

	// A quadratic search of this length takes hours on any machine.
	test('may be long: a hundred hops, megabytes of blanks, a huge hop', () => {
		const hops = Array.from({ length: 100 }, (_, i) => `10.0.0.${i}`)
		const chain = (...parts: string[]) => find('proxy', { forwarded_for: parts.join(', ') }).address
		expect(chain(OTHER, CLIENT, ...hops)).toBe(CLIENT)
		expect(chain(...hops)).toBe(EDGE)
		expect(chain(...Array<string>(100).fill(OTHER), CLIENT)).toBe(CLIENT)
		const fillers = [',', ' ', '\t', '1', '.', ':', '[', '[:', '1.', 'a:', ', ', '0,', '10.0.0.1,', '1 ', '[a:a']
		for (const filler of fillers) {
			const long = filler.repeat(262_144)
			for (const forwarded_for of [long, `${long},10.0.0.1`, `${CLIENT}${long}`, `${long}${CLIENT}x`])
				expect(['unknown', EDGE, CLIENT]).toContain(find('proxy', { forwarded_for }).address)
			expect(chain(long, CLIENT)).toBe(CLIENT)
		}
	})

	test('leads to the peer if every hop is trusted', () => {
		for (const trusted of [['0.0.0.0/0'], ['0.0.0.0/0', '::/0']])
			expect(find('proxy', { forwarded_for: `${OTHER}, ${CLIENT}` }, trusted)).toEqual({ address: EDGE, isPeer: true })
		expect(find('proxy', { forwarded_for: '2001:db8::1, 1.1.1.1' }, ['0.0.0.0/0']).address).toBe('2001:db8::1')
	})
})

const named: [string | undefined, string][] = [
	[undefined, EDGE],
	[CLIENT, CLIENT],
	['2001:DB8:0::1', '2001:db8::1'],
	[`::ffff:${CLIENT}`, CLIENT],
	// Nothing is skipped here: a trusted address counts as well.
	['10.1.1.1', '10.1.1.1'],
	[EDGE, EDGE],
	...['', 'unknown', `${CLIENT}, ${OTHER}`, `${CLIENT},`, `${CLIENT} ${OTHER}`, `${CLIENT}:80`, '[::1]', 'x'].map(
		(odd): [string, string] => [odd, 'unknown'],
	),
]

describe('True-Client-IP from a trusted peer', () => {
	test.each(named)('%j is %s', (true_client_ip, address) => {
		expect(find('cdn', { true_client_ip, forwarded_for: OTHER })).toEqual({ address, isPeer: address === EDGE })
	})

	test('is not read in proxy mode', () => {
		expect(find('proxy', { true_client_ip: OTHER })).toEqual({ address: EDGE, isPeer: true })
	})
})

// The same numbers on every run, so a failure can be reproduced.
let seed = 20_261_122
const below = (limit: number) => {
	seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
	return Math.floor(((seed >>> 8) / 2 ** 24) * limit)
}
const pick = <T>(...choices: T[]): T => choices[below(choices.length)] as T
const v4 = () => `10.${below(2)}.${below(3)}.${below(256)}`
const v6 = () => `2001:${pick('db8', 'DB8', '0db8')}:${below(2)}::${below(65_536).toString(16)}`
const host = () => pick(v4, v4, v6, () => `::ffff:${v4()}`)()
const hop = () => {
	const address = host()
	const dressed = address.includes(':')
		? pick(address, `[${address}]`, `[${address}]:${below(65_536)}`)
		: pick(address, address, `${address}:${below(65_536)}`)
	return below(12) === 0
		? pick('', 'unknown', 'x', '10.0.0', '10.0.0.300')
		: pick('', ' ', '\t ') + dressed + pick('', ' ')
}
const network = () => pick(`${v4()}/${8 + below(25)}`, `${v4()}/32`, `2001:db8:${below(2)}::/${32 + below(97)}`)

/** The plainest reading, by another parser. */
function naively(trusted: string[], peer: string, chain: string | undefined): string {
	const parse = (text: string) => {
		const bare = text.replace(/^::ffff:(?=[\d.]+$)/i, '')
		if (Address4.isValid(bare)) return new Address4(bare)
		return Address6.isValid(bare) ? new Address6(bare) : undefined
	}
	type Parsed = NonNullable<ReturnType<typeof parse>>
	const subnets = trusted.map((cidr) => (cidr.includes(':') ? new Address6(cidr) : new Address4(cidr)))
	const isTrusted = (address: Parsed) =>
		subnets.some((subnet) => subnet.constructor === address.constructor && address.isInSubnet(subnet))
	const from = parse(peer) as Parsed
	if (!isTrusted(from) || chain === undefined) return from.correctForm()
	for (const text of chain.split(',').toReversed()) {
		const bare = text.trim()
		const address = parse(
			bare.startsWith('[')
				? bare.slice(1, bare.indexOf(']'))
				: bare.split(':').length === 2
					? (bare.split(':')[0] as string)
					: bare,
		)
		if (!address) return 'unknown'
		if (!isTrusted(address)) return address.correctForm()
	}
	return from.correctForm()
}

test('random chains lead to the same address as the plainest reading', () => {
	const kinds = new Map<string, number>()
	for (let round = 0; round < runsOf(500, 3_000); round += 1) {
		const trusted = Array.from({ length: 1 + below(4) }, network)
		const peer = host()
		const chain = below(10) === 0 ? undefined : Array.from({ length: 1 + below(6) }, hop).join(',')
		const expected = naively(trusted, peer, chain)
		const { address, isPeer } = find('proxy', { peer, forwarded_for: chain }, trusted)
		expect({ trusted, peer, chain, address }).toEqual({ trusted, peer, chain, address: expected })
		const kind = expected === 'unknown' ? 'unknown' : isPeer ? 'peer' : 'hop'
		kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
	}
	for (const kind of ['unknown', 'peer', 'hop']) expect(kinds.get(kind)).toBeGreaterThan(30)
})
