import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { as, declared } from '../support/api.ts'
import { enter, newProvider, ofOrg, serve, someone } from '../support/oidc.ts'
import { forgetPrincipals } from '../support/program.ts'
import { IS_NIGHT } from '../support/property.ts'
import { rows } from '../support/rows.ts'
import { user } from '../support/world.ts'

// A key that was made in a session of a connection is let in nowhere once the connection doesn't let its owner in. And each credential
// that we keep says what a connection decides about it.

const provider = await newProvider()
beforeEach(() => void serve(provider))

/** Every column by whose hash a credential is found, and what ends it with a connection. */
const CREDENTIALS: Record<string, string> = {
	'api_keys.key_hash': 'connection_id: this test',
	'refresh_tokens.token_hash': "its session's, which ends with the connection: oidc.confined",
	'invitations.token_hash': 'what its inviter may give when it is accepted: invitations',
	'invitations.mailed_token_hash': 'the same',
	'oidc_sign_ins.state_hash': 'deleted with the connection, which is looked at again when it ends',
	'one_time_tokens.token_hash': "they reach the account, which a connection's session doesn't: oidc.confined",
	'passwords.password_hash': 'the same',
	'recovery_codes.code_hash': 'the same',
	'scim_tokens.token_hash': "the connection's own: deleted with it",
	'service_account_keys.key_hash': "the org's, whoever made it: leaving.programs",
	'sign_in_challenges.challenge_hash': "its session's, or of a sign-in without one",
}

test('every credential says what a connection decides about it', async () => {
	const found = await rows<{ name: string }>(
		`SELECT t.name || '.' || c.name AS name FROM sqlite_master t JOIN pragma_table_xinfo(t.name) c
			WHERE t.type = 'table' AND t.name NOT GLOB '_cf*' AND c.name GLOB '*_hash' AND c.name NOT IN ('call_hash', 'fingerprint_hash')`,
	)
	expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(CREDENTIALS).toSorted())
})

const closed = declared.filter(({ access, path }) => access !== 'anyone' && !/^\/(scim|metrics)/.test(path))
/** One of each tag. */
const firsts = closed.filter(({ tag }, index) => closed.findIndex((other) => other.tag === tag) === index)

/** How a connection keeps its people out. */
const ENDS: [string, string][] = [
	['is deactivated', 'UPDATE oidc_connections SET is_active = 0 WHERE id = ?'],
	[
		'has let nobody in for a month',
		"UPDATE api_keys SET connection_used_at = '2026-01-01T00:00:00.000Z' WHERE connection_id = ?",
	],
]

test.each(IS_NIGHT ? ENDS : ENDS.slice(0, 1))('a key of a connection that %s is let in nowhere', async (_, end) => {
	const owner = await user('owner')
	const connection = await ofOrg(provider, owner, { role_claim: 'groups', role_map: { it: 'admin' } })
	const ada = await enter(provider, connection, someone({ groups: ['it'] }))
	const { key } = (await ada.post('/v1/api-keys', { name: 'here', scopes: ['org.settings'] })).body
	expect((await as(key).get(`/v1/orgs/${owner.org_id}/invitations`)).status).toBe(200)
	await env.DB.prepare(end).bind(connection.id).run()
	forgetPrincipals()
	for (const { method, path } of IS_NIGHT ? closed : firsts) {
		const at = path.replaceAll(/:\w+/g, (name) => (name === ':org_id' ? owner.org_id : 'x'))
		const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch'
		const { status, body } = await as(key)[verb](at)
		expect.soft([method, path, status, body.error]).toEqual([method, path, 401, 'auth.unauthorized'])
	}
})
