import type { Client } from './derive.ts'

// The credentials that a restore brings back work at once, also one that was revoked after the backup. So the restore names them.

const HAS_NOT_ENDED = "(k.expires_at IS NULL OR k.expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"

const KINDS = {
	'API key': `SELECT k.id, k.name, k.key_prefix, k.user_id AS owner, k.org_id, k.created_at FROM api_keys k WHERE ${HAS_NOT_ENDED}`,
	'Key of a service account': `SELECT k.id, k.name, k.key_prefix, a.id AS owner, a.org_id, k.created_at
		FROM service_account_keys k JOIN service_accounts a ON a.id = k.service_account_id WHERE ${HAS_NOT_ENDED}`,
	'SCIM token': `SELECT c.id, c.name, NULL AS key_prefix, t.created_by AS owner, c.org_id, t.created_at
		FROM scim_tokens t JOIN oidc_connections c ON c.id = t.connection_id`,
}

interface Credential {
	/** That of its connection for a SCIM token, and so is the name. */
	id: string
	name: string
	key_prefix: string | null
	/** The user or the service account whose key it is, or the user who made a SCIM token. */
	owner: string
	/** Null for the platform's. */
	org_id: string | null
	created_at: string
}

const PAGE = 1_000

/** A line for each key and SCIM token of a restored instance, without those that have expired. None shows a secret. */
export async function* credentialsIn(db: Client): AsyncGenerator<string> {
	for (const [kind, credentials] of Object.entries(KINDS)) {
		let after: string | undefined = ''
		while (after !== undefined) {
			const page: Credential[] = await db
				.prepare(`SELECT * FROM (${credentials}) WHERE id > ? ORDER BY id LIMIT ${PAGE}`)
				.bind(after)
				.all<Credential>()
				.then(({ results }) => results)
			for (const one of page) yield `${kind} ${sentenceOf(one)}`
			after = page.length < PAGE ? undefined : page.at(-1)?.id
		}
	}
}

const sentenceOf = ({ id, name, key_prefix, owner, org_id, created_at }: Credential) =>
	`${id}${name && ` "${name}"`}${key_prefix === null ? '' : ` (${key_prefix}…)`} of ${owner}, ${org_id === null ? 'for the platform' : `in ${org_id}`}, made at ${created_at}`
