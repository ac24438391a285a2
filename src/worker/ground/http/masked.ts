/**
 * How each opaque credential that we issue begins, so that a log, a person and a scanner of repositories know one. `newCredential` makes
 * them.
 */
export const PREFIXES = {
	api_key: 'al_',
	scim_token: 'scim_',
	invitation: 'join_',
	password_reset: 'reset_',
	email_verification: 'verify_',
	refresh_token: 'refresh_',
	challenge: 'chl_',
	oidc_sign_in: 'oidc_',
} as const

const ISSUED = Object.values(PREFIXES).join('|')

/** What we issue, access tokens, and the secrets that orgs choose for their webhooks. */
const CREDENTIAL = new RegExp(`(?:${ISSUED})[\\w.-]{13,}|eyJ[\\w-]{10,}[\\w.-]*|whsec_[\\w+/=-]+`, 'g')
const MAY_HOLD_ONE = new RegExp(`${ISSUED}|eyJ|whsec_`)

const OF_INVITATIONS = '/v1/invitations/'
const TOKEN = /^(\/v1\/invitations\/)[^/]+/

/**
 * A text without credentials, for a log. An invitation's token belongs into its path, so the path is masked however the token is
 * spelled. Other credentials are in a path or a user agent by mistake.
 */
export function masked(text: string): string {
	const rest = text.startsWith(OF_INVITATIONS) ? text.replace(TOKEN, '$1…') : text
	return MAY_HOLD_ONE.test(rest) ? rest.replaceAll(CREDENTIAL, '…') : rest
}
