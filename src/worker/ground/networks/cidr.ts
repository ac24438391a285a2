/** A network, or a single address when `prefix` equals `bits`. `bits` is the family: 32 for IPv4, 128 for IPv6. */
export interface Network {
	bits: 32 | 128
	/** The first address. */
	first: bigint
	prefix: number
}

const NOTATION = /^([\da-f:.]{2,45})(?:\/(0|[1-9]\d{0,2}))?$/i

/** The bits before the IPv4 address in a v4-mapped IPv6 address, `::ffff:a.b.c.d`. */
const MAPPED = 0xffffn

/**
 * Parses a network in CIDR notation (RFC 4632), or a bare address; undefined for any other text. Host bits are cleared. A
 * v4-mapped address becomes its IPv4 address, since both are the same host.
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

/** Parses a bare address; undefined for any other text, and for an address with a prefix length. */
export const parseAddress = (text: string): Network | undefined => (text.includes('/') ? undefined : parseNetwork(text))

/** The canonical spelling of an address. IPv6 is lower case and compressed, as in RFC 5952. */
export function formatAddress({ bits, first }: Network): string {
	if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => (first >> shift) & 0xffn).join('.')
	const groups = first.toString(16).padStart(32, '0').match(/.{4}/g) as string[]
	return canonicalV6(groups.join(':')) as string
}

/** The canonical spelling of a network: its first address and its prefix length. */
export const formatNetwork = (network: Network): string => `${formatAddress(network)}/${network.prefix}`

/** The last address of a network. */
export const lastOf = ({ bits, first, prefix }: Network): bigint => first | ((1n << BigInt(bits - prefix)) - 1n)

/** Every network that contains the address, in canonical spelling, the narrowest first: 33 for IPv4, 129 for IPv6. */
export const networksAround = ({ bits, first }: Network): string[] =>
	Array.from({ length: bits + 1 }, (_, wider) => formatNetwork(networkOf(bits, first, bits - wider)))

/**
 * The network that callers are counted by, as text: the /64 of an IPv6 address, since one customer usually has that many.
 * Any other text is returned unchanged.
 */
export const clientNetwork = (address: string): string =>
	address.includes(':') ? groupsOf(address.toLowerCase()).slice(0, 4).join(':') : address

function networkOf(bits: Network['bits'], value: bigint, prefix: number): Network {
	const host = BigInt(bits - prefix)
	return { bits, first: (value >> host) << host, prefix }
}

function valueOf(host: string): bigint | undefined {
	if (!host.includes(':')) return V4.test(host) ? host.split('.').reduce(appendByte, 0n) : undefined
	const canonical = canonicalV6(host)
	if (canonical === undefined) return undefined
	return BigInt(`0x${groupsOf(canonical).map(fourDigits).join('')}`)
}

/** Four decimal numbers up to 255, without leading zeros. */
const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

const appendByte = (value: bigint, byte: string) => (value << 8n) | BigInt(byte)
const fourDigits = (group: string) => group.padStart(4, '0')

/** An IPv6 address as the URL standard spells it, which is the form of RFC 5952; undefined if the text isn't one. */
const canonicalV6 = (text: string): string | undefined => URL.parse(`http://[${text}]`)?.hostname.slice(1, -1)

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
	const [head, tail] = address.split('::').map((half) => half.split(':').filter(Boolean))
	if (tail === undefined) return head ?? []
	const missing = Math.max(8 - (head?.length ?? 0) - tail.length, 0)
	return [...(head ?? []), ...Array<string>(missing).fill('0'), ...tail]
}
