import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { acme, configuration, keep, KEY, ofOrg, orgPath, PLATFORM_PATH, secret } from '../support/configuration.ts'
import { admin, address, create, unique } from '../support/world.ts'

// What an apply does beyond its rows, what it refuses, and how a revision comes back.

const platform = async () => configuration(await admin(), PLATFORM_PATH)

const titles = async (owner: { get: (path: string) => Promise<{ body: { data: { body: string }[] } }> }) =>
	(await owner.get('/v1/notifications?type=security.key_redirected')).body.data.map(({ body }) => body)

test('every single call that changes something moves the base, and statistics do not', async () => {
	const { owner, tag, put } = await ofOrg()
	const url = 'https://hooks.example.com/a'
	await put({ ...acme(), webhook_endpoints: { [url]: { events: ['*'] } } })
	const [{ id }] = (await owner.get('/v1/webhook-endpoints')).body
	const [provider] = (await owner.get('/v1/llm-providers')).body
	const generation = () =>
		env.DB.prepare('SELECT generation FROM configuration_generations WHERE owner = ?')
			.bind(owner.org_id)
			.first('generation')
	let [last, count] = [await tag(), Number(await generation())]
	await env.DB.prepare('UPDATE webhook_endpoints SET attempt_count = 9, success_count = 3 WHERE id = ?').bind(id).run()
	await owner.post(`/v1/webhook-endpoints/${id}/rotate-key`)
	expect([await tag(), Number(await generation())]).toEqual([last, count])
	for (const change of [
		() => owner.patch(`/v1/llm-providers/${provider.id}`, { api_key: 'sk-9999999999abcdef' }),
		() => owner.post(`/v1/llm-providers/${provider.id}/models`, { model: 'small' }),
		() => owner.patch(`/v1/webhook-endpoints/${id}`, { enabled: false }),
		() => owner.put('/v1/tool-providers/web_search/hosted/activate?scope=org'),
		() => owner.post('/v1/mcp-configs', { name: 'a', transport: 'stdio', command: 'x' }),
		() => owner.delete(`/v1/llm-providers/${provider.id}`),
		() => create.override(owner.org_id),
	]) {
		await change()
		const [next, counted] = [await tag(), Number(await generation())]
		expect(next).not.toBe(last)
		expect(counted).toBeGreaterThan(count)
		;[last, count] = [next, counted]
	}
})

test('deleting more than 20 entries requires allow_deletes', async () => {
	const { plan, put } = await ofOrg()
	const models = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`m${index}`, {}]))
	await put(acme({ models }))
	const none = { version: 1, llm_providers: {} }
	expect((await plan(none)).body.warnings).toMatchObject([{ reason: 'deletion', section: 'llm_providers' }])
	for (const query of ['', 'allow_deletes=21'])
		expect(await put(none, { query })).toMatchObject({
			status: 409,
			body: { details: { reason: 'configuration.too_many_deletions', deletions: 22 } },
		})
	expect((await put(none, { query: 'allow_deletes=22' })).status).toBe(200)
})

test("an activation reaches KV and resolution at once, and an org's emits an event", async () => {
	const { owner, get, put } = await ofOrg()
	const effective = async () => (await owner.get('/v1/tool-providers/web_search/effective')).body.provider_name
	const active = { 'web_search.selfhosted': { is_active: true, base_url: 'https://s.example.com' } }
	await put({ version: 1, tool_providers: active })
	expect(await effective()).toBe('web_search.selfhosted')
	// The former provider is deactivated, as after a single call.
	await put({ version: 1, tool_providers: { 'web_search.hosted': { is_active: true } } }, { mode: 'merge' })
	expect(await effective()).toBe('web_search.hosted')
	expect((await get()).tool_providers['web_search.selfhosted'].is_active).toBe(false)
	const kept = await env.DB.prepare('SELECT generation, published_generation FROM tool_groups WHERE owner = ?')
		.bind(owner.org_id)
		.all()
	expect(kept.results).toEqual([{ generation: 2, published_generation: 2 }])
	const { results } = await env.DB.prepare('SELECT type, data FROM events WHERE org_id = ? ORDER BY id')
		.bind(owner.org_id)
		.all()
	expect(results.map(({ type, data }) => [type, JSON.parse(data as string).provider_name])).toEqual([
		['tool_provider.activated', 'web_search.selfhosted'],
		['tool_provider.activated', 'web_search.hosted'],
	])
})

test('sending a stored key to another address warns, notifies and is audited as a redirect', async () => {
	const { owner, plan, put } = await ofOrg()
	await put({
		...acme(),
		mcp_configs: {
			issues: { transport: 'http_sse', url: 'https://mcp.example.com/a', bearer_token: secret(KEY) },
			files: { transport: 'stdio', command: 'run', env: secret({ TOKEN: 'x' }) },
		},
		tool_providers: { 'web_search.keyed': { api_key: secret(KEY) } },
	})
	expect(await titles(owner)).toEqual([])
	const moved = {
		...acme({ api_key: keep, base_url: 'https://evil.example.com' }),
		mcp_configs: {
			issues: { transport: 'http_sse', url: 'https://evil.example.com/b', bearer_token: keep },
			files: { transport: 'stdio', command: 'evil' },
		},
		tool_providers: { 'web_search.keyed': { base_url: 'https://evil.example.com' } },
	}
	const sentences = [
		'The stored key of the tool provider web_search.keyed now goes to evil.example.com.',
		'The stored key of the LLM provider acme now goes to evil.example.com.',
		'The stored key of the environment of the MCP config files now goes to another command.',
		'The stored key of the MCP config issues now goes to evil.example.com.',
	]
	const { warnings } = (await plan(moved)).body
	expect(warnings.map(({ message }: { message: string }) => message)).toEqual(
		sentences.map((sentence) => sentence.replace('now goes to', 'will be sent to')),
	)
	await put(moved)
	expect(await titles(owner)).toEqual([sentences.join(' ')])
	const log = (await (await admin()).get(`/v1/admin/audit-logs?org_id=${owner.org_id}`)).body
	expect(log.map(({ action }: { action: string }) => action)).toEqual([
		'configuration_revisions.redirect',
		'configuration_revisions.apply',
	])
	// With a new key in the same document it's an ordinary change.
	await put({ version: 1, tool_providers: { 'web_search.keyed': { api_key: secret('another'), base_url: null } } })
	expect(await titles(owner)).toHaveLength(1)
})

test('the audit row has the changed entries, before and after, without secrets and tokens in URLs', async () => {
	const { owner, put } = await ofOrg()
	const url = 'https://hooks.example.com/a?token=very-private'
	await put({ ...acme(), webhook_endpoints: { [url]: { events: ['*'] } } })
	const [row] = (await (await admin()).get(`/v1/admin/audit-logs?org_id=${owner.org_id}`)).body
	expect(row).toMatchObject({
		action: 'configuration_revisions.apply',
		actor_user_id: owner.user_id,
		target_id: owner.org_id,
		before: { revision: 1, entries: [{ key: 'acme', entry: null }, { entry: null }] },
		after: {
			revision: 2,
			entries: [
				{ section: 'llm_providers', key: 'acme', entry: { provider: 'vendor_a' } },
				{ section: 'webhook_endpoints', key: 'https://hooks.example.com/a?token=****' },
			],
		},
	})
	for (const hidden of [KEY, 'very-private']) expect(JSON.stringify(row)).not.toContain(hidden)
})

test('an apply follows the limits of single calls', async () => {
	const { owner, plan, put } = await ofOrg()
	await create.override(owner.org_id, { key: 'limit.mcp_configs', value: '2' })
	const servers = (count: number) => ({
		version: 1,
		mcp_configs: Object.fromEntries(
			Array.from({ length: count }, (_, index) => [`s${index}`, { transport: 'stdio', command: 'x' }]),
		),
	})
	expect((await put(servers(2))).status).toBe(200)
	for (const response of [await plan(servers(3)), await put(servers(3))])
		expect(response).toMatchObject({
			status: 409,
			body: { details: { reason: 'limit.reached', key: 'limit.mcp_configs', limit: 2 } },
		})
	// A caller who may raise the limit can do both at once, and the batch checks the new limit.
	const root = configuration(await admin(), orgPath(owner))
	const limited = (value: string, count: number) => ({
		...servers(count),
		entitlement_overrides: { 'limit.mcp_configs': { value, value_type: 'integer' } },
	})
	expect(await root.put(limited('3', 4))).toMatchObject({ status: 409, body: { details: { reason: 'limit.reached' } } })
	expect((await root.put(limited('4', 4))).status).toBe(200)
	const endpoints = Object.fromEntries(
		Array.from({ length: 101 }, (_, i) => [`https://h.example.com/${i}`, { events: ['*'] }]),
	)
	expect(await plan({ version: 1, webhook_endpoints: endpoints })).toMatchObject({
		status: 409,
		body: { details: { reason: 'webhook_endpoints.too_many' } },
	})
})

test('rules that lock out their own caller need a confirmation, and take effect at once', async () => {
	const { owner, plan, put } = await ofOrg()
	const rules = { version: 1, ip_rules: { 'allowlist 203.0.113.0/24': { note: 'Office' } } }
	expect((await plan(rules)).body.warnings).toMatchObject([{ reason: 'lockout', section: 'ip_rules' }])
	expect(await put(rules)).toMatchObject({ status: 409, body: { details: { reason: 'ip_rules.self_lockout' } } })
	expect((await put(rules, { query: 'confirm=true' })).status).toBe(200)
	expect((await owner.get('/v1/plans')).status).toBe(403)
	// A platform admin is exempt, and can repair it.
	const root = configuration(await admin(), orgPath(owner))
	await root.put({ version: 1, ip_rules: {} })
	expect((await owner.get('/v1/plans')).status).toBe(200)
})

test("deleting flags deletes all orgs' overrides, and this isolate sees the change", async () => {
	const { owner } = await ofOrg()
	const { get, plan, put } = await platform()
	const { key } = await create.featureFlag()
	await (await admin()).post(`/v1/feature-flags/${key}/org-overrides`, { org_id: owner.org_id, enabled: true })
	const value = async () => (await owner.get(`/v1/feature-flags/${key}/evaluate`)).body.value
	expect(await value()).toBe(true)
	const { [key]: _, ...others } = (await get()).feature_flags
	const without = { version: 1, feature_flags: others }
	expect((await plan(without)).body.warnings[0].message).toContain('overrides of these flags in all orgs')
	expect((await put(without)).status).toBe(200)
	expect(await value()).toBeUndefined()
	expect((await owner.get(orgPath(owner))).body.feature_flag_overrides).toEqual({})
	await put({ version: 1, feature_flags: { [key]: { default_value: true } } }, { mode: 'merge' })
	expect(await value()).toBe(true)
})

test("changing a plan with subscriptions gives a warning, and it can't be deleted", async () => {
	const { owner } = await ofOrg()
	const { get, plan, put } = await platform()
	const { name } = await create.plan({ name: unique('used') })
	const { body: plans } = await owner.get('/v1/plans?limit=200')
	const { id } = plans.find((one: { name: string }) => one.name === name)
	await create.subscription(owner.org_id, { plan_id: id })
	const change = {
		version: 1,
		plans: { [name]: { display_name: 'Used', entitlements: { 'quota.x': { value: '5', value_type: 'integer' } } } },
	}
	const { warnings } = (await plan(change, { mode: 'merge' })).body
	expect(warnings).toMatchObject([{ reason: 'subscription', key: name, message: expect.stringContaining('1 active') }])
	await put(change, { mode: 'merge' })
	const values = (await owner.get(`/v1/entitlements?org_id=${owner.org_id}`)).body
	expect(values).toContainEqual(expect.objectContaining({ key: 'quota.x', value: '5', source: 'plan' }))
	const { [name]: _, ...others } = (await get()).plans
	for (const response of [await plan({ version: 1, plans: others }), await put({ version: 1, plans: others })])
		expect(response).toMatchObject({
			status: 409,
			body: { details: { reason: 'configuration.plan_in_use', plans: [name] } },
		})
})

test('gateway and mail settings can be applied and restored, and follow their rules', async () => {
	const { get, plan, put, restore } = await platform()
	const { gateway_config, email_config } = await get()
	const cidr = `${address()}/32`
	const next = {
		version: 1,
		gateway_config: { ip_mode: 'direct', trusted_cidrs: [cidr], risk_reject_threshold: 0 },
		email_config: {
			from: 'Plinth <noreply@example.com>',
			smtp_host: 'SMTP.example.com',
			smtp_pass: secret('a password'),
		},
	}
	const done = await put(next)
	expect((await get()).email_config).toMatchObject({
		smtp_host: 'smtp.example.com',
		smtp_port: null,
		smtp_pass: { $secret: { set: true } },
	})
	const root = await admin()
	const mail = await root.get('/v1/admin/email/config')
	expect(mail.body).toMatchObject({ smtp_port: 587, smtp_pass_set: true })
	expect((await root.get('/v1/admin/gateway-config')).body.trusted_cidrs).toEqual([cidr])
	const moved = { version: 1, email_config: { ...next.email_config, smtp_pass: keep, smtp_port: 465 } }
	const message = 'The stored key of the e-mail configuration will be sent to smtp.example.com:465.'
	expect((await plan(moved)).body.warnings).toMatchObject([{ reason: 'redirect', message }])
	expect((await restore(done.body.revision - 1, 'allow_deletes=99')).status).toBe(200)
	expect(await get()).toMatchObject({ gateway_config, email_config })
})

test('a document that sends a legacy key elsewhere makes a redirect', async () => {
	const { plan, put, get } = await platform()
	const entry = (value: unknown) => ({ value })
	const before = (await get()).config_entries
	const legacy = {
		'web_fetch.provider': entry('web_fetch.keyed'),
		'web_fetch.base_url': entry('https://one.example.com'),
		'web_fetch.api_key': entry(secret(KEY)),
	}
	await put({ version: 1, config_entries: legacy }, { mode: 'merge' })
	const redirects = async (entries: object) =>
		(await plan({ version: 1, config_entries: { ...before, ...legacy, 'web_fetch.api_key': entry(keep), ...entries } }))
			.body.warnings
	expect(await redirects({})).toEqual([])
	expect(await redirects({ 'web_fetch.base_url': entry('https://two.example.com') })).toMatchObject([
		{ reason: 'redirect', message: expect.stringContaining('two.example.com') },
	])
	expect(await redirects({ 'web_fetch.provider': entry('web_fetch.optional_key') })).toEqual([])
	const { 'web_fetch.base_url': _, ...withoutUrl } = legacy
	const gone = await plan({
		version: 1,
		config_entries: { ...before, ...withoutUrl, 'web_fetch.api_key': entry(keep) },
	})
	expect(gone.body.warnings).toMatchObject([
		{ reason: 'deletion' },
		{ reason: 'redirect', message: expect.stringContaining('the default address of web_fetch.keyed') },
	])
})
