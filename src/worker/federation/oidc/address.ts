import type { Claims } from '../oidc-connections/claims.ts'

// Whose address somebody's is. Only an address that its provider vouches for may lead to an account.

const GOOGLE = 'https://accounts.google.com'
const ENTRA = 'https://login.microsoftonline.com/'

/** Providers where anybody can have an account. Theirs says nothing about who belongs to a company. */
const OPEN_TO_ANYBODY = new Set([
	GOOGLE,
	'https://appleid.apple.com',
	'https://gitlab.com',
	'https://login.live.com',
	// The tenant of Microsoft's personal accounts.
	`${ENTRA}9188040d-6c67-4c5b-b112-36a304b66dad/v2.0`,
	'https://slack.com',
	'https://www.linkedin.com',
	'https://www.linkedin.com/oauth',
])

export const isOpenToAnybody = (issuer: string) => OPEN_TO_ANYBODY.has(issuer)

/**
 * An address as we compare it: in lower case. Undefined for one that isn't plain ASCII, because lower case makes the Kelvin sign a `k`,
 * and two mailboxes would be one.
 */
export function plainAddress(email: unknown): string | undefined {
	if (typeof email !== 'string' || email.length > 254) return undefined
	return /^[!-?A-~]+@[!-?A-~]+$/.test(email) ? email.toLowerCase() : undefined
}

/** The address of the claims, if the provider vouches that it's theirs now. */
export function addressOf(issuer: string, claims: Claims): string | undefined {
	const address = plainAddress(claims.email)
	return address !== undefined && isVouchedFor(issuer, address, claims) ? address : undefined
}

function isVouchedFor(issuer: string, address: string, { email_verified, hd, xms_edov }: Claims): boolean {
	// Google verified a foreign address once, when the account was made. It speaks for its own and for those of a Workspace.
	if (issuer === GOOGLE)
		return email_verified === true && ((typeof hd === 'string' && hd !== '') || address.endsWith('@gmail.com'))
	// Entra doesn't send `email_verified`. It says by this claim whether the tenant owns the address's domain.
	if (issuer.startsWith(ENTRA)) return email_verified === true || isTrue(xms_edov)
	return email_verified === true
}

/** Entra has sent it as each of these. */
const isTrue = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true'
