import type { Credential } from '../../ground/http/declared.ts'
import type { Operation } from '../../ground/http/operations.ts'

const ACCESS: Record<string, string> = {
	anyone: 'Needs no authentication.',
	signed_in: 'Any signed-in caller may call this.',
	user: 'Only users may call this, not API keys.',
	user_or_service: 'Only users and service accounts may call this, not API keys of users.',
	key: 'Needs an API key, or the key of a service account.',
	by_scope: 'Needs the permission that belongs to `scope`.',
}

/** What a route that anybody may call looks for itself. */
const LOOKED_FOR: Record<Credential, string> = {
	bearer: 'a bearer token',
	refresh_cookie: 'the cookie with the refresh token',
	metrics_token: 'the variable `METRICS_TOKEN` as the bearer token',
}

/** Who may call an operation, in a sentence. */
export function needsOf({ credentials = [], path }: Operation, access: string): string {
	if (path.startsWith('/scim/') && credentials.length > 0) return "Needs a connection's SCIM token as the bearer token."
	if (credentials.length > 0) return `Needs ${credentials.map((one) => LOOKED_FOR[one]).join(', or ')}.`
	return ACCESS[access] ?? `Needs the permission \`${access.replace('permission:', '').replaceAll('|', '` or `')}\`.`
}
