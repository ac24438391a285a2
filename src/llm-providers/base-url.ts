import type { llmProviders } from './table.ts'

type Provider = Pick<typeof llmProviders.$inferSelect, 'provider' | 'base_url'>

/** Where an account's requests go (spec 2.2): to its own `base_url`, or to the default of its kind. */
export const baseUrlOf = (env: Env, { provider, base_url }: Provider): string =>
	base_url ?? { vendor_a: env.VENDOR_A_BASE_URL, vendor_b: env.VENDOR_B_BASE_URL }[provider].replace(/\/+$/, '')
