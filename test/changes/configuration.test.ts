import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import {
	acme,
	configuration,
	fieldsOf,
	keep,
	KEY,
	ofOrg,
	orgPath,
	PLATFORM_PATH,
	secret,
	stored,
} from '../support/configuration.ts'
import { counted } from '../support/d1.ts'
import { admin, create } from '../support/world.ts'

const SIGNING = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test('an export contains what single calls made, with defaults, without ids, times and secrets', async () => {
	const { owner, get } = await ofOrg()
	const root = await admin()
	const { org_id } = owner
	const { key } = await create.featureFlag()
	await root.post(`/v1/feature-flags/${key}/org-overrides`, { org_id, enabled: true })
	await create.override(org_id)
	await owner.put('/v1/tool-providers/web_search/selfhosted/credential?scope=org', {
		base_url: 'https://s.example.com/',
	})
	const provider = await owner.post('/v1/llm-providers', { name: 'acme', provider: 'vendor_a', api_key: KEY })
	await owner.post(`/v1/llm-providers/${provider.body.id}/models`, { model: 'small', is_default: true })
	await owner.post('/v1/mcp-configs', { name: 'files', transport: 'stdio', command: 'run', env: { A: 'plain-text' } })
	await owner.post('/v1/ip-rules', { type: 'blocklist', cidr: '203.0.113.9/24' })
	for (const events of [['*'], ['run.failed']])
		await owner.post('/v1/webhook-endpoints', { url: 'https://hooks.example.com/a', events, secret: SIGNING })
	const document = await get()
	expect(document).toEqual({
		version: 1,
		feature_flag_overrides: { [key]: { enabled: true } },
		entitlement_overrides: {
			'quota.runs_per_month': { value: '10', value_type: 'integer', reason: '', expires_at: null },
		},
		tool_providers: { 'web_search.selfhosted': { is_active: false, base_url: 'https://s.example.com', api_key: null } },
		llm_providers: {
			acme: {
				provider: 'vendor_a',
				base_url: null,
				vendor_a_api_mode: null,
				advanced_json: null,
				api_key: stored,
				models: {
					small: expect.objectContaining({ is_default: true, priority: 0, multiplier: 1, tags: [], when: {} }),
				},
			},
		},
		mcp_configs: {
			files: expect.objectContaining({ command: 'run', is_active: true, bearer_token: null, env: stored }),
		},
		ip_rules: { 'blocklist 203.0.113.0/24': { note: '' } },
		budgets: {},
		webhook_endpoints: {
			'https://hooks.example.com/a': { events: ['*'], enabled: true, secret: stored },
			'https://hooks.example.com/a#2': { events: ['run.failed'], enabled: true, secret: stored },
		},
	})
	for (const plain of [KEY, 'plain-text', SIGNING]) expect(JSON.stringify(document)).not.toContain(plain)
})

test("merge deletes nothing, not even inside an entry; exact deletes what the document doesn't name", async () => {
	const { get, put } = await ofOrg()
	await put(acme({ models: { small: { is_default: true }, large: {} } }))
	await put({ version: 1, mcp_configs: { files: { transport: 'stdio', command: 'run' } } })
	const more = { version: 1, llm_providers: { acme: { provider: 'vendor_a', models: { huge: { is_default: true } } } } }
	const merged = await put(more, { mode: 'merge' })
	expect(merged.body.changes).toMatchObject([{ action: 'update', key: 'acme', after: { api_key: stored } }])
	const { models } = (await get()).llm_providers.acme
	// The former default stops being one, as after a single call.
	expect(Object.entries(models).map(([key, item]) => [key, (item as { is_default: boolean }).is_default])).toEqual([
		['huge', true],
		['large', false],
		['small', false],
	])
	await put(more)
	expect(Object.keys((await get()).llm_providers.acme.models)).toEqual(['huge'])
	// Sections that the document doesn't have, or that the request doesn't name, stay.
	const none = { version: 1, llm_providers: {}, mcp_configs: {} }
	await put(none, { sections: ['llm_providers'] })
	expect(await get()).toMatchObject({ llm_providers: {}, mcp_configs: { files: {} } })
})

test('entries keep their ids and creation times, and an apply only writes rows that differ', async () => {
	const { owner, put, tag } = await ofOrg()
	await put(acme({ models: { small: {}, large: {} } }))
	const [before] = (await owner.get('/v1/llm-providers')).body
	const base = await tag()
	const change = acme({ base_url: 'https://a.example.com', models: { small: { priority: 2 }, large: {} } })
	const { calls, rows_written } = await counted(() => put(change, { base }))
	const [after] = (await owner.get('/v1/llm-providers')).body
	expect(after).toMatchObject({ id: before.id, created_at: before.created_at, base_url: 'https://a.example.com' })
	const ids = (provider: { models: { id: string }[] }) => provider.models.map(({ id }) => id).sort()
	expect(ids(after)).toEqual(ids(before))
	expect(calls).toBe(2)
	expect(rows_written).toBeLessThan(26)
})

test('a document can keep, replace and remove secrets, and a mask is never taken for one', async () => {
	const { owner, get, plan, put } = await ofOrg()
	await put(acme())
	const document = await get()
	const { fingerprint } = document.llm_providers.acme.api_key.$secret
	const withKey = (api_key: unknown) => acme({ api_key, base_url: 'https://b.example.com' })
	for (const kept of [keep, { $secret: { set: true, fingerprint } }, secret(KEY), undefined])
		expect((await plan(withKey(kept))).body.changes).toMatchObject([
			{ after: { api_key: { $secret: { set: true, fingerprint } } } },
		])
	const path = 'llm_providers.acme.api_key'
	const wrong = async (api_key: unknown) => fieldsOf(await plan(withKey(api_key)))
	expect(await wrong({ $secret: { set: true, fingerprint: 'another' } })).toEqual({
		[path]: 'Must have the stored secret\'s fingerprint. Send the value, or {"keep": true}',
	})
	expect(await wrong(null)).toEqual({ [path]: 'Must be given, because none is stored' })
	expect(await wrong(secret('sk-0****cdef'))).toEqual({
		[`${path}.$secret.value`]: 'Must be the secret itself, not its mask',
	})
	for (const form of [
		'sk-0****cdef',
		KEY,
		{},
		{ $secret: {} },
		{ $secret: { keep: false } },
		{ $secret: { keep: true, set: true } },
	])
		expect((await wrong(form))[path]).toContain('{"$secret": {"keep": true}}')
	expect(
		fieldsOf(await plan({ version: 1, llm_providers: { other: { provider: 'vendor_a', api_key: keep } } })),
	).toEqual({
		'llm_providers.other.api_key': "Must be a value, because there's no stored one to keep",
	})
	await put(acme({ api_key: secret('another-key-0123456789') }))
	expect((await get()).llm_providers.acme.api_key.$secret.fingerprint).not.toBe(fingerprint)
	expect((await owner.get('/v1/llm-providers')).body[0].key_prefix).toBe('anot****6789')
})

test("the vault seals a document's secrets, each for its place", async () => {
	const { owner, put } = await ofOrg()
	const url = 'https://mcp.example.com/mcp'
	const server = { transport: 'streamable_http', url, bearer_token: secret('token-of-the-server') }
	await put({ version: 1, mcp_configs: { issues: server } })
	const [config] = (await owner.get('/v1/mcp-configs')).body
	expect(config).toMatchObject({ has_auth: true, url })
	const { results } = await env.DB.prepare('SELECT * FROM secrets WHERE row_id = ?').bind(config.id).all()
	expect(results).toMatchObject([{ table_name: 'mcp_configs', column_name: 'bearer_token' }])
	await put({ version: 1, mcp_configs: { issues: { ...server, bearer_token: null } } })
	expect((await owner.get('/v1/mcp-configs')).body[0].has_auth).toBe(false)
	expect((await env.DB.prepare('SELECT * FROM secrets WHERE row_id = ?').bind(config.id).all()).results).toEqual([])
})

test('the error names every invalid field by its path in the document', async () => {
	const root = configuration(await admin(), PLATFORM_PATH)
	const entitlements = { 'credits.monthly_grant': { value: 'x', value_type: 'integer' }, ' ': 7 }
	expect(
		fieldsOf(
			await root.plan({
				version: 2,
				plan: {},
				plans: { pro: { display_name: 'Pro', entitlements }, ' ': { display_name: 'x' }, basic: { name: 'basic' } },
				feature_flags: { UPPER: { default_value: true }, flag: { default_value: 'yes' } },
				config_entries: { 'web_search.provider': { value: 'nothing' }, 'a.token': { value: 'plain' } },
				tool_providers: { keyed: {}, 'web_search.keyed': { base_url: 'http://127.0.0.1' } },
				gateway_config: { ip_mode: 'proxy', trusted_cidrs: [], risk_reject_threshold: 2 },
				email_config: { smtp_host: 'localhost', from: 'nobody' },
			}),
		),
	).toEqual({
		version: 'Must be 1',
		plan: expect.stringContaining('Must be one of the sections plans, feature_flags'),
		'plans.pro.entitlements.credits.monthly_grant.value': 'Must be an integer',
		'plans.pro.entitlements. ': 'Must be an object',
		'plans. ': 'Must not be blank, as a key',
		'plans.basic.name': 'Must be one of the fields display_name, entitlements',
		'feature_flags.UPPER': expect.stringContaining('lowercase'),
		'feature_flags.flag.default_value': expect.any(String),
		'config_entries.web_search.provider.value': 'Must be a provider of this group',
		'config_entries.a.token.value': expect.stringContaining('{"$secret": {"keep": true}}'),
		'tool_providers.keyed': expect.stringContaining('full name'),
		'tool_providers.web_search.keyed.base_url': expect.stringContaining('private'),
		'gateway_config.risk_reject_threshold': expect.any(String),
		'gateway_config.trusted_cidrs': 'Must have at least one network, unless the mode is direct',
		'email_config.from': expect.any(String),
	})
})

test('two keys that the slice treats as equal are refused, and so are two entries that exclude each other', async () => {
	const { plan } = await ofOrg()
	const root = configuration(await admin(), PLATFORM_PATH)
	const active = { is_active: true }
	expect(
		fieldsOf(await root.plan({ version: 1, plans: { pro: { display_name: 'A' }, 'pro ': { display_name: 'B' } } })),
	).toEqual({
		'plans.pro ': 'Must differ from the other entries: pro is there twice',
	})
	expect(
		fieldsOf(
			await plan({
				...acme({ models: { a: { is_default: true }, b: { is_default: true } } }),
				ip_rules: { 'allowlist 10.0.0.1': {}, 'allowlist ::ffff:10.0.0.1/128': {}, 'other 10.0.0.1': {} },
			}),
		),
	).toEqual({
		'ip_rules.allowlist ::ffff:10.0.0.1/128':
			'Must differ from the other entries: allowlist 10.0.0.1/32 is there twice',
		'ip_rules.other 10.0.0.1': expect.stringContaining('Must be allowlist or blocklist'),
	})
	expect(
		fieldsOf(
			await plan({
				...acme({ models: { a: { is_default: true }, b: { is_default: true } } }),
				tool_providers: { 'web_search.hosted': active, 'web_search.selfhosted': active, 'web_fetch.keyed': active },
				webhook_endpoints: { 'https://hooks.example.com/a#2': { events: ['*'] } },
				feature_flag_overrides: { 'no.such.flag': { enabled: true } },
			}),
		),
	).toEqual({
		'llm_providers.acme.models.b.is_default': 'Must be true for one model of its provider only',
		'tool_providers.web_search.selfhosted.is_active': 'Must be true for one provider of its group only',
		'webhook_endpoints.https://hooks.example.com/a#2': 'Must come with https://hooks.example.com/a',
		'feature_flag_overrides.no.such.flag': 'Must be the key of a feature flag',
	})
})

test("entries that equal the stored ones aren't checked again", async () => {
	const { owner, get, plan } = await ofOrg()
	const url = 'http://inside.internal/v1'
	await owner.post(
		'/v1/llm-providers',
		{ name: 'inside', provider: 'vendor_a', api_key: KEY, base_url: url },
		{ env: { OUTBOUND_ALLOWLIST: 'inside.internal' } },
	)
	const document = await get()
	expect((await plan(document)).body).toMatchObject({ changes: [] })
	document.llm_providers.inside.base_url = `${url}/other`
	const refused = await plan(document)
	expect(fieldsOf(refused)).toHaveProperty(['llm_providers.inside.base_url'])
	expect(refused.body.details.reason).toBe('url.private_target')
})

test('malicious documents are refused and change nothing', async () => {
	const { owner, get, plan } = await ofOrg()
	const path = `${orgPath(owner)}/plan`
	const before = await get()
	const send = (document: string) => owner.post(path, `{"document":${document},"mode":"exact"}`)
	const deep = '['.repeat(50_000) + ']'.repeat(50_000)
	for (const document of [
		'{"version":1,"__proto__":{"llm_providers":{}}}',
		'{"version":1,"llm_providers":{"__proto__":{"provider":"vendor_a"}}}',
		'{"version":1,"llm_providers":{"a":{"__proto__":{"provider":"vendor_a"}}}}',
		'{"version":1,"llm_providers":{"a":{"provider":"vendor_a","api_key":{"$secret":{"value":"k"}},"models":{"__proto__":{}}}}}',
		'{"version":1,"llm_providers":{"a":{"provider":"vendor_a","api_key":{"$secret":{"value":"k"}},"advanced_json":{"__proto__":1}}}}',
		'{"version":1,"llm_providers":[]}',
		'{"version":1,"llm_providers":null}',
		'{"version":1,"llm_providers":{"a":[]}}',
		'{"version":"1"}',
		'{"version":1,"constructor":{}}',
		`{"version":1,"llm_providers":{"a":${deep}}}`,
		`{"version":1,"llm_providers":{"a":{"provider":${deep}}}}`,
		`{"version":1,"mcp_configs":{"a":{"transport":"stdio","command":"x","env":{"$secret":{"value":${deep}}}}}}`,
		`{"version":1,"feature_flag_overrides":{"${'x'.repeat(1_990_000)}":{"enabled":true}}}`,
		'[]',
		'null',
		'7',
	]) {
		const { status, body } = await send(document)
		expect({ document: document.slice(0, 90), status, reason: body.error }).toMatchObject({ status: 400 })
	}
	const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`p${i}`, { provider: 'x' }]))
	const refused = await plan({ version: 1, llm_providers: many })
	expect(refused.status).toBe(400)
	expect(refused.body.details.fields.length).toBeLessThan(210)
	expect(await get()).toEqual(before)
})

test('a document can have 2 MiB, and any other body 1 MiB', async () => {
	const { owner, plan, put } = await ofOrg()
	const padded = (bytes: number) => ({ version: 1, mcp_configs: { x: ' '.repeat(bytes) } })
	expect((await plan(padded(1_500_000))).status).toBe(400)
	expect((await put(padded(1_500_000))).status).toBe(400)
	expect(await plan(padded(2_200_000))).toMatchObject({ status: 413, body: { details: { limit: 2_097_152 } } })
	const restore = `${orgPath(owner)}/revisions/1/restore`
	expect((await owner.post(restore, 'x'.repeat(1_100_000))).status).toBe(413)
	expect((await owner.post('/v1/mcp-configs', 'x'.repeat(1_100_000))).status).toBe(413)
})
