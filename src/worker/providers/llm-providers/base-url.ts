import { chosen, column, constant, firstOf, type Value } from '../../ground/db/value.ts'
import type { llmProviders } from './table.ts'

type Account = Pick<typeof llmProviders.$inferSelect, 'provider' | 'base_url'>

/** Where an account's requests go (spec 2.2): to its own `base_url`, else to the default of its kind. */
export const effectiveBaseUrl = (env: Env): Value =>
	firstOf(
		column('base_url'),
		chosen(column('provider'), {
			vendor_a: constant(env.VENDOR_A_BASE_URL.replace(/\/+$/, '')),
			vendor_b: constant(env.VENDOR_B_BASE_URL.replace(/\/+$/, '')),
		}),
	)

export const baseUrlOf = (env: Env, account: Account): string => effectiveBaseUrl(env).of(account) as string
