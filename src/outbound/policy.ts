import { isPrivateAddress } from './addresses.ts'

/** Why a URL may not be called: what `details.reason` and messages show. */
export type Denial =
	| 'url.invalid'
	| 'url.scheme'
	| 'url.userinfo'
	| 'url.query'
	| 'url.fragment'
	| 'url.port'
	| 'url.too_long'
	| 'url.private_target'

export const DENIALS: Record<Denial, string> = {
	'url.invalid': 'Is not a URL',
	'url.scheme': 'Has a scheme that is not allowed here',
	'url.userinfo': 'Must not carry a user or password',
	'url.query': 'Must not have a query',
	'url.fragment': 'Must not have a fragment',
	'url.port': 'Names a port that is never called',
	'url.too_long': 'Is longer than 2048 characters',
	'url.private_target': 'Leads to a private, loopback, link-local or reserved target',
}

const MAX_LENGTH = 2048

/** Names that lead inside, wherever they are resolved. */
const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|corp|home)$/

export interface UrlRules {
	schemes: readonly ('http:' | 'https:')[]
	/** A base URL has neither query nor fragment, since paths are put behind it. */
	isBase?: boolean
}

export const BASE_URL: UrlRules = { schemes: ['http:', 'https:'], isBase: true }

/**
 * Why `value` may not be called, or undefined when it may. Checked when it is written and again when it is used. Nothing is
 * resolved: names that resolve to private addresses are refused by the runtime's own network. What the operator lists in
 * `OUTBOUND_ALLOWLIST` (hosts or `host:port`, separated by commas) may be private.
 */
export function denialOf(env: Pick<Env, 'OUTBOUND_ALLOWLIST'>, value: string, rules: UrlRules): Denial | undefined {
	if (value.length > MAX_LENGTH) return 'url.too_long'
	if (!URL.canParse(value)) return 'url.invalid'
	const url = new URL(value)
	if (!(rules.schemes as string[]).includes(url.protocol)) return 'url.scheme'
	if (url.username !== '' || url.password !== '') return 'url.userinfo'
	// An empty query or fragment leaves no trace in the parsed URL, only in its text.
	if (url.hash !== '' || value.includes('#')) return 'url.fragment'
	if (rules.isBase && (url.search !== '' || value.includes('?'))) return 'url.query'
	if (url.port === '0' || url.port === '25') return 'url.port'
	const isListed = listed(env).some((entry) => entry === url.hostname || entry === url.host)
	return isListed || !leadsInside(url.hostname) ? undefined : 'url.private_target'
}

/**
 * The same for a host that is connected to by name or address, without a URL. Without a port it is enough that the operator
 * lists the host with any.
 */
export function hostDenialOf(
	env: Pick<Env, 'OUTBOUND_ALLOWLIST'>,
	host: string,
	port?: number,
): Extract<Denial, 'url.invalid' | 'url.private_target'> | undefined {
	const url = `http://${host.includes(':') ? `[${host}]` : host}`
	if (!URL.canParse(url)) return 'url.invalid'
	const { hostname } = new URL(url)
	const isListed = listed(env).some(
		(entry) =>
			entry === hostname || (port === undefined ? entry.startsWith(`${hostname}:`) : entry === `${hostname}:${port}`),
	)
	return isListed || !leadsInside(hostname) ? undefined : 'url.private_target'
}

const listed = ({ OUTBOUND_ALLOWLIST }: Pick<Env, 'OUTBOUND_ALLOWLIST'>) =>
	(OUTBOUND_ALLOWLIST ?? '').split(',').map((entry) => entry.trim().toLowerCase())

function leadsInside(hostname: string): boolean {
	const name = hostname.replace(/\.$/, '')
	if (isPrivateAddress(name)) return true
	const isAddress = name.startsWith('[') || /^[\d.]+$/.test(name)
	return !isAddress && (!name.includes('.') || INSIDE.test(name))
}
