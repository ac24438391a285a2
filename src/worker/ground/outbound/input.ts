import { invalid } from '../http/errors.ts'
import { BASE_URL, DENIALS, denialOf, type UrlRules } from './policy.ts'

/** Throws a 400 for a URL that must not be called. It names the field, and gives the rule in `details.reason`. */
export function requireCallable(env: Env, path: string, url: string, rules: UrlRules): void {
	const reason = denialOf(env, url, rules)
	if (!reason) return
	throw invalid([{ path, message: DENIALS[reason] }], reason)
}

/**
 * A caller's URL as it's stored: in the URL standard's spelling, so two spellings of one address are one; a base URL without trailing
 * slashes. Throws as `requireCallable` does.
 */
export function storedUrl(env: Env, path: string, value: string, rules: UrlRules): string {
	requireCallable(env, path, value, rules)
	const { href } = new URL(value)
	const url = rules.isBase ? href.replace(/\/+$/, '') : href
	// The standard's spelling can be longer than the caller's.
	requireCallable(env, path, url, rules)
	return url
}

/** The same for a base URL. */
export const storedBaseUrl = (env: Env, path: string, value: string): string => storedUrl(env, path, value, BASE_URL)
