import type { llmProviders } from './table.ts'

type Provider = Pick<typeof llmProviders.$inferSelect, 'provider' | 'base_url'>

/** Where a kind's requests go when the account names no address of its own. */
export const defaultBaseUrl = (env: Env, provider: Provider['provider']): string =>
	({ vendor_a: env.VENDOR_A_BASE_URL, vendor_b: env.VENDOR_B_BASE_URL })[provider].replace(/\/+$/, '')

/** Where an account's requests go (spec 2.2): to its own `base_url`, or to the default of its kind. */
export const baseUrlOf = (env: Env, { provider, base_url }: Provider): string =>
	base_url ?? defaultBaseUrl(env, provider)
