import { type Network, parseAddress } from '../networks/cidr.ts'
import { holds, networksOf } from '../networks/ranges.ts'

// The addresses that a caller-supplied URL must not reach, in every spelling.

const V4_RANGES = [
	'0.0.0.0/8', // this network
	'10.0.0.0/8', // private
	'100.64.0.0/10', // shared by carriers (CGNAT)
	'127.0.0.0/8', // loopback
	'169.254.0.0/16', // link-local, including the metadata services of clouds
	'172.16.0.0/12', // private
	'192.0.0.0/24', // protocol assignments
	'192.0.2.0/24', // documentation
	'192.88.99.0/24', // 6to4 relays
	'192.168.0.0/16', // private
	'198.18.0.0/15', // benchmarks
	'198.51.100.0/24', // documentation
	'203.0.113.0/24', // documentation
	'224.0.0.0/4', // multicast
	'240.0.0.0/4', // reserved, broadcast
]

const V6_RANGES = [
	'::/128', // unspecified
	'::1/128', // loopback
	'64:ff9b:1::/48', // NAT64 for private use
	'100::/64', // discard
	'2001::/23', // protocol assignments, including Teredo
	'2001:db8::/32', // documentation
	'3fff::/20', // documentation
	'5f00::/16', // segment routing
	'fc00::/7', // unique local
	'fe80::/10', // link-local
	'fec0::/10', // site-local
	'ff00::/8', // multicast
]

/** The ranges outside the public internet, for a network that checks an address after it resolved a name. */
export const PRIVATE_RANGES: readonly string[] = [...V4_RANGES, ...V6_RANGES]

const PRIVATE = networksOf(PRIVATE_RANGES)

/** The IPv6 ranges whose addresses carry an IPv4 address, and how many bits follow it. */
const CARRIERS = [
	{ range: networksOf(['::/96']), after: 0n }, // v4-compatible
	{ range: networksOf(['::ffff:0:0:0/96']), after: 0n }, // v4-translated
	{ range: networksOf(['64:ff9b::/96']), after: 0n }, // NAT64
	{ range: networksOf(['2002::/16']), after: 80n }, // 6to4
]

/**
 * Whether a host in the spelling of `new URL()` is an address outside the public internet. False for names. An IPv6 address
 * that carries an IPv4 address is treated like that one.
 */
export function isPrivateAddress(hostname: string): boolean {
	const address = parseAddress(hostname.replace(/^\[|\]$/g, ''))
	return address !== undefined && (holds(PRIVATE, address) || holds(PRIVATE, carriedBy(address) ?? address))
}

function carriedBy(address: Network): Network | undefined {
	const carrier = CARRIERS.find(({ range }) => holds(range, address))
	return carrier && { bits: 32, first: (address.first >> carrier.after) & 0xffff_ffffn, prefix: 32 }
}
