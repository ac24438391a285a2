import { Address4, Address6 } from 'ip-address'

/** A network, or a single address when `prefix` is all of `bits`. `bits` tells its family: 32 is IPv4, 128 is IPv6. */
export interface Network {
	bits: 32 | 128
	/** Its first address. */
	first: bigint
	prefix: number
}

const NOTATION = /^([\da-f:.]{2,45})(?:\/(0|[1-9]\d{0,2}))?$/i

/** What a v4-mapped v6 address, `::ffff:a.b.c.d`, has before its v4 address. */
const MAPPED = 0xffffn

/**
 * The network that CIDR notation or a bare address stands for; undefined for every other spelling. Host bits are cleared.
 * What is v4-mapped is v4: the same host, seen through another socket.
 */
export function parseNetwork(text: string): Network | undefined {
	const [, host, length] = NOTATION.exec(text) ?? []
	const value = host === undefined ? undefined : valueOf(host)
	if (host === undefined || value === undefined) return undefined
	const bits = host.includes(':') ? 128 : 32
	const prefix = length === undefined ? bits : Number(length)
	if (prefix > bits) return undefined
	const isMapped = bits === 128 && prefix >= 96 && value >> 32n === MAPPED
	return isMapped ? networkOf(32, value & 0xffff_ffffn, prefix - 96) : networkOf(bits, value, prefix)
}

/** The same for a single address, without a prefix length. */
export const parseAddress = (text: string): Network | undefined => (text.includes('/') ? undefined : parseNetwork(text))

/** The one spelling of an address: lower case, compressed. */
export const formatAddress = ({ bits, first }: Network): string =>
	(bits === 32 ? Address4 : Address6).fromBigInt(first).correctForm()

/** The same of a network, with its prefix length. */
export const formatNetwork = (network: Network): string => `${formatAddress(network)}/${network.prefix}`

/** The last address of a network. */
export const lastOf = ({ bits, first, prefix }: Network): bigint => first | ((1n << BigInt(bits - prefix)) - 1n)

/** Every network that holds the address, in its one spelling, the narrowest first: 33 of them for IPv4, 129 for IPv6. */
export const networksAround = ({ bits, first }: Network): string[] =>
	Array.from({ length: bits + 1 }, (_, wider) => formatNetwork(networkOf(bits, first, bits - wider)))

/**
 * The text under which the callers of one customer are counted together: the /64 of an IPv6 address, since a customer gets
 * that many, and any other text as it is.
 */
export function clientNetwork(address: string): string {
	if (!address.includes(':')) return address
	const [head = '', tail] = address.toLowerCase().split('::')
	const groups = head === '' ? [] : head.split(':')
	const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
	return [...groups, ...Array<string>(Math.max(missing, 0)).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':')
}

function networkOf(bits: Network['bits'], value: bigint, prefix: number): Network {
	const host = BigInt(bits - prefix)
	return { bits, first: (value >> host) << host, prefix }
}

function valueOf(host: string): bigint | undefined {
	try {
		return (host.includes(':') ? new Address6(host) : new Address4(host)).bigInt()
	} catch {
		return undefined
	}
}
