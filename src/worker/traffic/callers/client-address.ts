import type { RequestInfo } from '../../context.ts'
import { formatAddress, type Network, parseAddress } from '../../ground/networks/cidr.ts'
import { holds } from '../../ground/networks/ranges.ts'
import { forgettable } from '../../isolate.ts'
import type { Gateway } from '../../principal.ts'

// Which address a request came from (spec 2.12). A header counts only when a trusted peer sent it. In a chain of hops, only the
// part that trusted hops wrote counts: whatever a caller puts to the left changes nothing.

/** Stands for an unreadable address: a caller's own text never becomes an address. No IP rules admit it. */
const UNKNOWN_ADDRESS = 'unknown'

interface Address {
	/** The canonical spelling. */
	text: string
	network: Network
}

/** The caller's address in its canonical spelling, or `unknown`, and whether it's the peer's own address. */
export function clientAddress(gateway: Gateway, info: RequestInfo): { address: string; isPeer: boolean } {
	const peer = readPeer(info.peer)
	if (!peer) return { address: UNKNOWN_ADDRESS, isPeer: true }
	if (gateway.ip_mode === 'direct' || !isTrusted(gateway, peer)) return { address: peer.text, isPeer: true }
	const address = gateway.ip_mode === 'proxy' ? nearestOutside(gateway, info.forwarded_for) : trueClientIp(info)
	return { address: address ?? peer.text, isPeer: address === undefined || address === peer.text }
}

// Reading an IPv6 address is the most expensive step, and most peers send more than one request.
const MAX_PEERS = 1_000
const peers = forgettable(new Map<string, Address>())

function readPeer(text: string): Address | undefined {
	const known = peers.get(text)
	if (known) return known
	const peer = readAddress(text)
	if (!peer) return undefined
	if (peers.size >= MAX_PEERS) peers.clear()
	peers.set(text, peer)
	return peer
}

const isTrusted = ({ trusted }: Gateway, { network }: Address) => holds(trusted, network)

/** The right-most untrusted hop; undefined if all are trusted. Hops are read one by one, since a caller may send thousands. */
function nearestOutside(gateway: Gateway, chain: string | undefined): string | undefined {
	if (chain === undefined) return undefined
	let end = chain.length
	for (;;) {
		const start = end === 0 ? 0 : chain.lastIndexOf(',', end - 1) + 1
		const hop = readHop(chain.slice(start, end))
		if (!hop) return UNKNOWN_ADDRESS
		if (!isTrusted(gateway, hop)) return hop.text
		if (start === 0) return undefined
		end = start - 1
	}
}

const trueClientIp = ({ true_client_ip }: RequestInfo) =>
	true_client_ip === undefined ? undefined : (readAddress(true_client_ip)?.text ?? UNKNOWN_ADDRESS)

// An IPv4 address with or without a port; an IPv6 address in brackets, with or without a port; or a bare IPv6 address.
const HOP = /^[ \t]*(?:([\d.]+)(?::\d{1,5})?|\[([\da-f.]*:[\da-f:.]*)\](?::\d{1,5})?|([\da-f.]*:[\da-f:.]*))[ \t]*$/i

function readHop(text: string): Address | undefined {
	const [, v4, bracketed, bare] = HOP.exec(text) ?? []
	const host = v4 ?? bracketed ?? bare
	return host === undefined ? undefined : readAddress(host)
}

const OCTET = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${Array(4).fill(OCTET).join('\\.')}$`)

function readAddress(text: string): Address | undefined {
	const octets = IPV4.exec(text)
	// The common case: an IPv4 address like this is already canonical.
	if (octets) {
		const [, a, b, c, d] = octets.map(Number) as [number, number, number, number, number]
		return { text, network: { bits: 32, first: BigInt(((a << 24) | (b << 16) | (c << 8) | d) >>> 0), prefix: 32 } }
	}
	const network = parseAddress(text)
	return network && { text: formatAddress(network), network }
}
