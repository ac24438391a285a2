import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { KEY, orgPath, PLATFORM_PATH } from '../support/configuration.ts'
import { type Caller, unique, user, admin } from '../support/world.ts'

// Nobody who couldn't replace a stored secret learns by a plan or a dry run whether they guessed it. A key that reads or proposes
// couldn't, whatever its scopes are: what it gives counts as another secret.

const [root, owner] = [await admin(), await user('owner')]
const WHSEC = `whsec_${btoa('0123456789abcdef01234567')}`
const path = async (at: string, body: object) => `${at}/${(await owner.post(at, body)).body.id}`
const tool = '/v1/tool-providers/web_search/keyed/credential?scope=org'
const entry = '/v1/admin/config-entries/web_search.api_key'
const mail = '/v1/admin/email/config'
const smtp = { smtp_host: 'mail.example.com', smtp_user: 'plinth', from: 'plinth@example.com' }
const url = 'https://mcp.example.com/'
await owner.put(tool, { api_key: KEY })
await root.put(entry, { value: KEY })
await root.put(mail, { ...smtp, smtp_pass: KEY })
const mcp = { name: 'remote', transport: 'streamable_http', url, bearer_token: KEY, env: { A: KEY } }
const llm = { name: 'main', provider: 'vendor_a', api_key: KEY }
const config = await path('/v1/mcp-configs', mcp)

type Guess = [name: string, caller: Caller, at: string, body: (secret: string) => object]

const GUESSES: Guess[] = [
	['PATCH /v1/llm-providers/:provider_id', owner, await path('/v1/llm-providers', llm), (api_key) => ({ api_key })],
	['PATCH /v1/mcp-configs/:config_id', owner, config, (bearer_token) => ({ bearer_token })],
	['PATCH /v1/mcp-configs/:config_id', owner, config, (A) => ({ env: { A } })],
	['PUT /v1/tool-providers/:group/:provider/credential', owner, tool, (api_key) => ({ api_key })],
	['PUT /v1/admin/config-entries/:key', root, entry, (value) => ({ value })],
	['PUT /v1/admin/email/config', root, mail, (smtp_pass) => ({ ...smtp, smtp_pass })],
	[
		'PATCH /v1/webhook-endpoints/:endpoint_id',
		owner,
		await path('/v1/webhook-endpoints', { url, events: ['*'], secret: WHSEC }),
		(secret) => ({ secret: secret === KEY ? WHSEC : `whsec_${btoa('another-secret-0123456789')}` }),
	],
]

const tokenOf = async ({ post }: Caller, mode: string) => {
	const scopes = post === root.post ? ['platform_admin'] : ['data.secrets', 'org.settings']
	return as((await post('/v1/api-keys', { name: unique('key'), scopes, mode })).body.key)
}

test.each(GUESSES)('%s', async (name, caller, at, body) => {
	const verb = name.split(' ')[0]?.toLowerCase() as 'put' | 'patch'
	const told = async (who: Pick<Caller, 'put' | 'patch'>, secret: string) => {
		const { status, body: said } = await who[verb](at, body(secret), { headers: { 'Dry-Run': 'true' } })
		return [status, said.changes.length]
	}
	expect([await told(caller, KEY), await told(caller, `${KEY}x`)]).toEqual([
		[200, 0],
		[200, 1],
	])
	for (const mode of ['read', 'propose']) {
		const key = await tokenOf(caller, mode)
		expect([mode, await told(key, KEY), await told(key, `${KEY}x`)]).toEqual([mode, [200, 1], [200, 1]])
	}
})

test.each([
	[
		'an org',
		owner,
		orgPath(owner),
		(value: unknown) => ({
			mcp_configs: { remote: { ...mcp, name: undefined, env: undefined, bearer_token: { $secret: { value } } } },
		}),
	],
	[
		'the platform',
		root,
		PLATFORM_PATH,
		(value: unknown) => ({ config_entries: { 'web_search.api_key': { value: { $secret: { value } } } } }),
	],
] as const)('a plan of %s', async (_, caller, at, sections) => {
	const told = async ({ post }: Pick<Caller, 'post'>, secret: string) => {
		const { status, body } = await post(`${at}/plan`, { document: { version: 1, ...sections(secret) }, mode: 'merge' })
		return [status, body.changes?.length]
	}
	expect([await told(caller, KEY), await told(caller, `${KEY}x`)]).toEqual([
		[200, 0],
		[200, 1],
	])
	for (const mode of ['read', 'propose']) {
		const key = await tokenOf(caller, mode)
		expect([mode, await told(key, KEY), await told(key, `${KEY}x`)]).toEqual([mode, [200, 1], [200, 1]])
	}
})
