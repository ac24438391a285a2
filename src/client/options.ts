import type { RuntimeBinding } from './binding.ts'
import type { Clock } from './clock.ts'
import { Invalid } from './errors.ts'
import type { Emit } from './events.ts'
import type { OpeningFunction } from './sealed.ts'
import type { Store } from './store.ts'
import type { JWK } from './types.ts'

interface CommonOptions {
	store?: Store | undefined
	/** What the codes of the store are derived from. By default the private key, if it's a JWK. */
	store_secret?: string | undefined
	/** Seconds for which an answer may be used, if that's shorter than Plinth allows. */
	max_stale?: number | undefined
	/** What a run may take in an outage beyond its hold. */
	grace_credits?: number | undefined
	/** `begin` lets runs begin without Plinth, which together take at most `outage_credits`. */
	on_outage?: 'begin' | undefined
	outage_credits?: number | undefined
	onEvent?: Emit | undefined
	/** Keeps a Worker alive until the reports are sent. */
	waitUntil?: ((work: Promise<unknown>) => void) | undefined
	clock?: Clock | undefined
}

interface HttpOptions extends CommonOptions {
	url: string
	key: string | (() => string | Promise<string>)
	/** What opens credentials. A list has the newest first. */
	privateKey?: JWK | JWK[] | OpeningFunction | undefined
	/** The ID of the service account. */
	account?: string | undefined
	fetch?: typeof fetch | undefined
	binding?: undefined
}

interface BindingOptions extends CommonOptions {
	binding: RuntimeBinding
}

export type PlinthOptions = HttpOptions | BindingOptions

const HELP = {
	url: 'give the address of your instance, such as https://plinth.example.com. The guide keeps it in PLINTH_URL',
	key: 'give an API key of a service account, which its org makes under Service accounts in the console. The guide keeps it in PLINTH_KEY',
	binding:
		'give the binding to the entrypoint Runtime of the Worker of your instance, such as env.PLINTH, which stands under [[services]] in the configuration of this Worker',
	privateKey: 'give a private JWK, such as keygen makes, a list of them or a function, or leave it out',
	account: 'give the ID of the service account, or leave it out',
	store_secret: 'give a secret text, or leave it out',
}

/** Names what is missing when a client is made, because an unset variable is found before the first call then. */
export function requireOptions(options: PlinthOptions) {
	const { url, key, privateKey, account } = options as { [name in keyof PlinthOptions]: unknown } & Record<
		string,
		unknown
	>
	const isBound = options.binding !== undefined && options.binding !== null
	if (!isBound && 'binding' in options && isUnset(url)) throw missing('binding')
	if (!isBound) {
		if (isUnset(url)) throw missing('url')
		if (!isAddress(url))
			throw new Invalid('url', `must be an address that begins with https:// or http://: ${HELP.url}`)
		if (typeof key !== 'function') requireKey(key)
		if (privateKey !== undefined && !isPrivate(privateKey)) throw missing('privateKey')
	}
	if (account !== undefined && isUnset(account)) throw missing('account')
	if (options.store_secret !== undefined && isUnset(options.store_secret)) throw missing('store_secret')
	for (const name of ['max_stale', 'grace_credits', 'outage_credits'] as const) {
		const value: unknown = options[name]
		if (value !== undefined && !(typeof value === 'number' && value >= 0))
			throw new Invalid(name, 'must be a number from 0 up', value)
	}
}

/** An API key that a header can carry. */
export function requireKey(key: unknown): asserts key is string {
	if (isUnset(key)) throw missing('key')
	if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key))
		throw new Invalid('key', 'must be an API key without spaces and line breaks')
}

const missing = (name: keyof typeof HELP) => new Invalid(name, `is missing: ${HELP[name]}`)

const isUnset = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function isAddress(url: unknown): boolean {
	return typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url)
}

/** Keys without `d` are found here too: they're the public halves, which open nothing. */
function isPrivate(given: unknown): boolean {
	if (typeof given === 'function') return true
	const keys = [given].flat() as ({ d?: unknown } | null)[]
	return keys.length > 0 && keys.every((key) => typeof key?.d === 'string' && key.d !== '')
}
