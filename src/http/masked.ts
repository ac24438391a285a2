/** API keys, access tokens, webhook secrets and invitations. */
const CREDENTIAL = /al_[\w-]{13,}|eyJ[\w-]{10,}[\w.-]*|whsec_[\w+/=-]+|join_[\w-]{13,}/g
const MAY_HOLD_ONE = /al_|eyJ|whsec_|join_/

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
