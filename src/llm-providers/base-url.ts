import { ApiError } from '../http/errors.ts'
import { BASE_URL, DENIALS, denialOf } from '../outbound/policy.ts'
import type { llmProviders } from './table.ts'

// Where an account's requests go (spec 2.2): to its own `base_url`, which the outbound policy allows, or to the default of
// its kind. It is kept as the URL standard spells it, without the trailing `/`.

type Provider = Pick<typeof llmProviders.$inferSelect, 'provider' | 'base_url'>

export const baseUrlOf = (env: Env, { provider, base_url }: Provider): string =>
	base_url ?? { vendor_a: env.VENDOR_A_BASE_URL, vendor_b: env.VENDOR_B_BASE_URL }[provider].replace(/\/+$/, '')

/** A caller's `base_url` as it is stored; 400 when the outbound policy refuses it. */
export function storedBaseUrl<V extends string | null | undefined>(env: Env, value: V): V | string {
	if (typeof value !== 'string') return value
	// What is too long is refused before anything else looks at it.
	const denial = denialOf(env, value, BASE_URL)
	if (denial) throw denied(denial)
	const url = new URL(value).href.replace(/\/+$/, '')
	const late = denialOf(env, url, BASE_URL)
	if (late) throw denied(late)
	return url
}

const denied = (reason: keyof typeof DENIALS) =>
	new ApiError(400, 'validation.error', 'The request is not valid', {
		reason,
		fields: [{ path: 'base_url', message: DENIALS[reason] }],
	})
