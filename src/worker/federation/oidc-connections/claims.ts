import type { JsonValue } from 'oauth4webapi'

export type Claims = Record<string, JsonValue | undefined> & { sub: string }

/** As OpenID Connect Core 1.0 limits it, section 2. */
const MAX_SUBJECT = 255

/** What says whether an address is theirs. */
const VOUCHING = ['email_verified', 'hd', 'xms_edov'] as const

/**
 * The claims about an address, all of one source: anyone who writes one of them at a provider may not write the others (OpenID Connect
 * Core 1.0, section 5.7). It's the userinfo endpoint if the ID token names no address, or the same one and nothing about it.
 */
export function addressClaims(token: Claims, userinfo: Claims) {
	const isNamed = token.email !== undefined
	const isSilent = token.email === userinfo.email && VOUCHING.every((name) => token[name] === undefined)
	const source = isNamed && !isSilent ? token : userinfo
	return Object.fromEntries(['email', 'preferred_username', ...VOUCHING].map((name) => [name, source[name]]))
}

/** Two texts that the database can't tell apart mustn't be two people. */
export const isSubject = (sub: string) =>
	sub.length > 0 && sub.length <= MAX_SUBJECT && sub.isWellFormed() && !/\p{Cc}/u.test(sub)

/** The provider's answer can't be used, or there is none. `said` names the step and what was wrong with it, in the library's words. */
export class ProviderError extends Error {
	readonly said: string

	constructor(said: string) {
		super(`The provider's answer can't be used: ${said}`)
		this.said = said
	}
}
