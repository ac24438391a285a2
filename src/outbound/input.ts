import { ApiError } from '../http/errors.ts'
import { BASE_URL, DENIALS, denialOf, type UrlRules } from './policy.ts'

/** Refuses a caller's URL that may not be called: 400 that names the field and, in `details.reason`, the rule. */
export function requireCallable(env: Env, path: string, url: string, rules: UrlRules): void {
	const reason = denialOf(env, url, rules)
	if (!reason) return
	const fields = [{ path, message: DENIALS[reason] }]
	throw new ApiError(400, 'validation.error', 'The request is not valid', { fields, reason })
}

/** A caller's base URL as it is stored: as the URL standard spells it, without trailing slashes. */
export function storedBaseUrl(env: Env, path: string, value: string): string {
	requireCallable(env, path, value, BASE_URL)
	const url = new URL(value).href.replace(/\/+$/, '')
	// Spelt out, it may have become too long.
	requireCallable(env, path, url, BASE_URL)
	return url
}
