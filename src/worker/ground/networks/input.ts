import * as z from 'zod'
import { must } from '../http/must.ts'
import { formatNetwork, parseAddress, parseNetwork } from './cidr.ts'

/** In characters; longer than any address with its prefix length. */
const MAX_CIDR = 64

/** Accepts an IPv4 or IPv6 network, or a bare address. Returns the network in its canonical spelling. */
export const cidrInput = () =>
	z
		.string()
		.max(MAX_CIDR)
		.transform((value, issues) => {
			const network = parseNetwork(value)
			if (network) return formatNetwork(network)
			issues.addIssue(must.network)
			return z.NEVER
		})

/** Accepts an IPv4 or IPv6 address. Returns it as a `Network`. */
export const addressInput = () =>
	z
		.string()
		.max(MAX_CIDR)
		.transform((value, issues) => {
			const address = parseAddress(value)
			if (!address) issues.addIssue(must.address)
			return address ?? z.NEVER
		})
