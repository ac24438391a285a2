import { Buffer } from 'node:buffer'
import * as z from 'zod'
import { isolateCache } from '../../ground/db/cache.ts'
import { upstreamError } from '../../ground/http/errors.ts'
import { BASE_URL, denialOf, type UrlRules } from '../../ground/outbound/policy.ts'
import { OutboundError } from '../../ground/outbound/request.ts'
import { send } from '../../ground/outbound/send.ts'
import type { secrets } from '../../ground/secrets/table.ts'
import { open } from '../../ground/secrets/vault.ts'
import { baseUrlOf } from './base-url.ts'
import type { llmProviders } from './table.ts'

// The models that a vendor offers to an account (spec 4.2): all pages of its list, within 5 seconds and 1 MiB. Each isolate
// caches a list for 2 minutes. The cache key covers everything the request was made with, including the sealed key, so a
// changed account asks again. Callers only get ids and names, and never a response that repeats the key.

const TIMEOUT_MS = 5_000
const MAX_BYTES = 1_048_576
const MAX_PAGES = 50
const KEPT_FOR_MS = 120_000

/** A shorter key may occur in a model's name by chance. */
const MIN_ECHO_LENGTH = 8

// The base must follow the rules of a base URL. The page's query is our own.
const PAGE_URL: UrlRules = { schemes: BASE_URL.schemes }

type Provider = typeof llmProviders.$inferSelect
type SealedRow = typeof secrets.$inferSelect

interface Offered {
	id: string
	name: string
}

interface Source {
	base: string
	anthropic_version: string
}

const name = z.string().min(1).optional().catch(undefined)

const Item = z.preprocess(
	(entry) => (typeof entry === 'string' ? { id: entry } : entry),
	z.object({ id: z.string().min(1), name, display_name: name }),
)

type Item = z.infer<typeof Item>

/** Some vendors send the list alone, some its ids alone, and for an empty one `null`. */
const Page = z.preprocess(
	(page) => (page === null || Array.isArray(page) ? { data: page } : page),
	z.object({
		data: z
			.array(z.unknown())
			.nullable()
			.transform((entries) => entries ?? []),
		has_more: z.boolean().nullish(),
		last_id: z.string().nullish(),
	}),
)

interface Vendor {
	url: (base: string, after: string | undefined) => string
	headers: (key: string, source: Source) => Record<string, string>
	nameOf: (item: Item) => string
}

const VENDORS: Record<Provider['provider'], Vendor> = {
	vendor_a: {
		url: (base, after) => `${base}/models${after === undefined ? '' : `?after=${encodeURIComponent(after)}`}`,
		headers: (key) => ({ Authorization: `Bearer ${key}` }),
		nameOf: (item) => item.name ?? item.id,
	},
	vendor_b: {
		url: (base, after) =>
			`${base.endsWith('/v1') ? base : `${base}/v1`}/models?limit=1000${after === undefined ? '' : `&after_id=${encodeURIComponent(after)}`}`,
		headers: (key, { anthropic_version }) => ({ 'x-api-key': key, 'anthropic-version': anthropic_version }),
		nameOf: (item) => item.display_name ?? item.id,
	},
}

const lists = isolateCache<Offered[]>(KEPT_FOR_MS, {
	name: 'offered_models',
	weightOf: (offered) => 1_000 + 500 * offered.length,
})

/** Makes this isolate ask every vendor again. Call it after every change to a provider. */
export const forgetOffered = lists.forget

/** The models that an account's vendor offers, sorted by name. Throws 502 when the vendor doesn't respond as it should. */
export async function offeredBy(env: Env, provider: Provider, secret: SealedRow): Promise<Offered[]> {
	const source = { base: baseUrlOf(env, provider), anthropic_version: versionOf(provider) }
	const asked = JSON.stringify([provider.id, provider.provider, source, secret.sealed])
	const offered = await lists.get(asked, async () => {
		const key = await open(env, secret)
		try {
			return await ask(env, VENDORS[provider.provider], source, key)
		} catch (error) {
			throw error instanceof OutboundError ? upstreamError(error.failure, error.status) : error
		}
	})
	return offered ?? []
}

/** The version in `advanced_json` if it's valid in a header, else the default. */
function versionOf({ advanced_json }: Provider): string {
	const version = advanced_json?.anthropic_version
	return typeof version === 'string' && /^[\w.-]{1,64}$/.test(version) ? version : '2023-06-01'
}

async function ask(env: Env, vendor: Vendor, source: Source, key: string): Promise<Offered[]> {
	const denial = denialOf(env, source.base, BASE_URL)
	if (denial) throw new OutboundError(denial)
	const headers = { Accept: 'application/json', ...vendor.headers(key, source) }
	const deadline = Date.now() + TIMEOUT_MS
	const offered = new Map<string, Offered>()
	let max_bytes = MAX_BYTES
	let after: string | undefined
	let isSilent = true
	for (let count = 0; count < MAX_PAGES; count += 1) {
		const timeout_ms = deadline - Date.now()
		if (timeout_ms <= 0) throw new OutboundError('timeout')
		const url = vendor.url(source.base, after)
		const { status, text } = await send(env, url, { headers, rules: PAGE_URL, timeout_ms, max_bytes })
		max_bytes -= Buffer.byteLength(text)
		const page = pageIn(status, text)
		const items = page.data.flatMap((entry) => Item.safeParse(entry).data ?? [])
		for (const item of items) offered.set(item.id, { id: item.id, name: vendor.nameOf(item) })
		isSilent &&= page.data.length === 0 && page.has_more !== true
		const last = page.last_id || items.at(-1)?.id
		// One entry that can't be read hides no other, and a page that leads to itself is the last. A list of which nothing could be
		// read isn't empty.
		if (page.has_more !== true || last === undefined || last === after) {
			if (offered.size === 0 && !isSilent) throw upstreamError('invalid_response', status)
			return ordered([...offered.values()], key)
		}
		after = last
	}
	throw new OutboundError('too_large')
}

function pageIn(status: number, text: string): z.infer<typeof Page> {
	if (status === 401 || status === 403) throw upstreamError('unauthorized', status)
	if (status < 200 || status > 299) throw upstreamError('status', status)
	try {
		return Page.parse(JSON.parse(text))
	} catch {
		throw upstreamError('invalid_response', status)
	}
}

function ordered(offered: Offered[], key: string): Offered[] {
	const echoes = ({ id, name }: Offered) => key.length >= MIN_ECHO_LENGTH && `${id}\n${name}`.includes(key)
	if (offered.some(echoes)) throw upstreamError('invalid_response', 200)
	const rank = ({ id, name }: Offered) => `${name.toLowerCase()}\n${id}`
	return offered.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
}
