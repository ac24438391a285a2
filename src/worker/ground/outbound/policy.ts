import { must } from '../http/must.ts'
import { isPrivateAddress } from './addresses.ts'

/** Why a URL must not be called. Appears in `details.reason`. */
export type Denial =
	| 'url.invalid'
	| 'url.scheme'
	| 'url.userinfo'
	| 'url.query'
	| 'url.fragment'
	| 'url.port'
	| 'url.too_long'
	| 'url.private_target'
	| 'url.address'

/** The message for each denial, for the field with the URL. */
export const DENIALS: Record<Denial, string> = {
	'url.invalid': must.url,
	'url.scheme': must.url_scheme,
	'url.userinfo': must.url_userinfo,
	'url.query': must.url_query,
	'url.fragment': must.url_fragment,
	'url.port': must.url_port,
	'url.too_long': must.url_length,
	'url.private_target': must.private_target,
	'url.address': must.host_name,
}

const MAX_LENGTH = 2048

/** Names that belong to private networks, and names that the public DNS doesn't have. */
const INSIDE =
	/(^|\.)(localhost|localdomain|local|internal|intranet|intra|private|lan|home\.arpa|corp|home|svc|consul|test|invalid|onion)$/

export interface UrlRules {
	schemes: readonly ('http:' | 'https:')[]
	/** A base URL has no query, since paths are appended to it. */
	isBase?: boolean
}

export const BASE_URL: UrlRules = { schemes: ['http:', 'https:'], isBase: true }

/**
 * Why the URL `value` must not be called; undefined if it may be. Check it when it's written, and again when it's used. Names
 * aren't resolved here: the network behind `networkFor` reaches public addresses only. A host that the operator lists in
 * `OUTBOUND_ALLOWLIST` may be private. The list holds hosts or `host:port`, separated by commas.
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
	if (isListed(env, url)) return undefined
	if (leadsInside(url.hostname)) return 'url.private_target'
	// Cloudflare itself answers a `fetch` to an address: 403, error 1003. The caller would look for the fault at the receiver.
	return isAddress(withoutDots(url.hostname)) ? 'url.address' : undefined
}

/**
 * Why a host must not be called, given by name or address; undefined if it may be. If the port isn't known, an entry of the
 * operator's list with that host and any port admits it.
 */
export function hostDenialOf(
	env: Pick<Env, 'OUTBOUND_ALLOWLIST'>,
	host: string,
	port?: number,
): Extract<Denial, 'url.invalid' | 'url.private_target'> | undefined {
	const url = `http://${host.includes(':') ? `[${host}]` : host}`
	if (!URL.canParse(url)) return 'url.invalid'
	const { hostname } = new URL(url)
	return isListedHost(env, hostname, port) || !leadsInside(hostname) ? undefined : 'url.private_target'
}

/** Whether the operator lists the host of this URL. */
export const isListed = (env: Pick<Env, 'OUTBOUND_ALLOWLIST'>, { hostname, host }: Pick<URL, 'hostname' | 'host'>) =>
	listed(env).some((entry) => entry === hostname || entry === host)

/** Whether the operator lists a host in the spelling of `new URL()`. If the port isn't known, an entry with any port counts. */
export const isListedHost = (env: Pick<Env, 'OUTBOUND_ALLOWLIST'>, hostname: string, port?: number) =>
	listed(env).some(
		(entry) =>
			entry === hostname || (port === undefined ? entry.startsWith(`${hostname}:`) : entry === `${hostname}:${port}`),
	)

const listed = ({ OUTBOUND_ALLOWLIST }: Pick<Env, 'OUTBOUND_ALLOWLIST'>) =>
	(OUTBOUND_ALLOWLIST ?? '').split(',').map((entry) => entry.trim().toLowerCase())

function leadsInside(hostname: string): boolean {
	const name = withoutDots(hostname)
	if (isPrivateAddress(name)) return true
	const labels = name.split('.')
	return !isAddress(name) && (labels.length < 2 || labels.includes('') || INSIDE.test(name))
}

const isAddress = (name: string) => name.startsWith('[') || /^[\d.]+$/.test(name)

/** The host without trailing dots, in the spelling of `new URL()`, which doesn't see the address in `127.1..`. */
function withoutDots(hostname: string): string {
	const bare = hostname.replace(/\.+$/, '')
	return URL.canParse(`http://${bare}`) ? new URL(`http://${bare}`).hostname : bare
}
