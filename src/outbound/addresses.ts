import { Address4, Address6 } from 'ip-address'

// The addresses that a caller-supplied URL may not reach, in every spelling.

const V4_RANGES = [
	'0.0.0.0/8', // this network
	'10.0.0.0/8', // private
	'100.64.0.0/10', // shared by carriers (CGNAT)
	'127.0.0.0/8', // loopback
	'169.254.0.0/16', // link-local, with the metadata services of clouds
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
	'64:ff9b:1::/48', // NAT64 of private use
	'100::/64', // discard
	'2001::/23', // protocol assignments, Teredo among them
	'2001:db8::/32', // documentation
	'3fff::/20', // documentation
	'5f00::/16', // segment routing
	'fc00::/7', // unique local
	'fe80::/10', // link-local
	'fec0::/10', // site-local
	'ff00::/8', // multicast
]

/** The ranges outside the public internet, for a network that judges addresses after it has resolved a name. */
export const PRIVATE_RANGES: readonly string[] = [...V4_RANGES, ...V6_RANGES]

const PRIVATE_V4 = V4_RANGES.map((range) => new Address4(range))
const PRIVATE_V6 = V6_RANGES.map((range) => new Address6(range))

// Ranges whose addresses carry a v4 address, and the bit where it begins. The carried address decides.
const CARRIERS: [Address6, number][] = [
	[new Address6('::ffff:0:0/96'), 96], // v4-mapped
	[new Address6('::/96'), 96], // v4-compatible
	[new Address6('::ffff:0:0:0/96'), 96], // v4-translated
	[new Address6('64:ff9b::/96'), 96], // NAT64
	[new Address6('2002::/16'), 16], // 6to4
]

/** Whether a host in the spelling of `new URL()` is an address outside the public internet. False for names. */
export function isPrivateAddress(hostname: string): boolean {
	if (Address4.isValid(hostname)) return isPrivateV4(new Address4(hostname))
	const bare = hostname.replace(/^\[|\]$/g, '')
	return Address6.isValid(bare) && isPrivateV6(new Address6(bare))
}

const isPrivateV4 = (address: Address4) => PRIVATE_V4.some((range) => address.isInSubnet(range))

function isPrivateV6(address: Address6): boolean {
	if (PRIVATE_V6.some((range) => address.isInSubnet(range))) return true
	const carrier = CARRIERS.find(([range]) => address.isInSubnet(range))
	if (!carrier) return false
	const carried = (address.bigInt() >> BigInt(96 - carrier[1])) & 0xffff_ffffn
	return isPrivateV4(Address4.fromBigInt(carried))
}
