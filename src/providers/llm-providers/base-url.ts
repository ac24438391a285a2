import { type SQL, sql } from 'drizzle-orm'
import { llmProviders } from './table.ts'

type Account = Pick<typeof llmProviders.$inferSelect, 'provider' | 'base_url'>

const defaultBaseUrl = (env: Env, kind: Account['provider']): string =>
	({ vendor_a: env.VENDOR_A_BASE_URL, vendor_b: env.VENDOR_B_BASE_URL })[kind].replace(/\/+$/, '')

/** Where an account's requests go (spec 2.2): to its own `base_url`, or to the default of its kind. */
export const baseUrlOf = (env: Env, { provider, base_url }: Account): string =>
	base_url ?? defaultBaseUrl(env, provider)

/** The fields of a PATCH that can move an account's address. */
export type Move = { [Field in keyof Account]?: Account[Field] | undefined }

/** The address of a row of `llm_providers` once `change` is made, in SQL. */
export function baseUrlAfter(env: Env, { provider, base_url }: Move): SQL {
	const kind = provider === undefined ? sql`${llmProviders.provider}` : sql`${provider}`
	const own = base_url === undefined ? sql`${llmProviders.base_url}` : sql`${base_url}`
	return sql`coalesce(${own}, iif(${kind} = 'vendor_a', ${defaultBaseUrl(env, 'vendor_a')}, ${defaultBaseUrl(env, 'vendor_b')}))`
}

/** The host of that address, in SQL. Exact for a change that moves the address. */
export function hostAfter(env: Env, { provider, base_url }: Move): SQL {
	if (typeof base_url === 'string') return sql`${new URL(base_url).host}`
	const kind = provider === undefined ? sql`${llmProviders.provider}` : sql`${provider}`
	const hostOf = (of: Account['provider']) => URL.parse(defaultBaseUrl(env, of))?.host ?? ''
	return sql`iif(${kind} = 'vendor_a', ${hostOf('vendor_a')}, ${hostOf('vendor_b')})`
}
