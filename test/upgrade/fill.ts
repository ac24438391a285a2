import { setTimeout as sleep } from 'node:timers/promises'

// Fills an instance through its API. It has to work with every release, so it calls only what 0.1.0 had; what later versions
// added stands behind `has`.

export interface Filled {
	/** Access tokens and an API key, by caller. */
	tokens: Record<string, string>
	passwords: Record<string, string>
	/** The value of a refresh cookie. */
	refresh_token: string
	/** A POST under an `Idempotency-Key`, and its answer. */
	idempotent: { path: string; key: string; body: object; answer: unknown }
	/** Secrets by their places in the vault. */
	secrets: { table: string; row: string; column: string; plaintext: string }[]
	/** An org with most of the data, and its owner. */
	org_id: string
	user_id: string
	/** Keys of configuration entries. */
	entries: string[]
}

const PASSWORD = 'correct horse battery staple 1'

export async function fill(address: string): Promise<Filled> {
	const document = (await (await fetch(`${address}/openapi.json`)).json()) as { paths: Record<string, object> }
	const has = (method: string, path: string) => method in (document.paths[path] ?? {})

	const send = async (method: string, path: string, body?: unknown, token?: string, headers: object = {}) => {
		const response = await fetch(address + path, {
			method,
			headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }), ...headers },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		})
		const text = await response.text()
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
		return { body: text === '' ? undefined : JSON.parse(text), headers: response.headers }
	}
	const as = (token: string) => ({
		get: async (path: string) => (await send('GET', path, undefined, token)).body,
		post: async (path: string, body: unknown, headers?: object) =>
			(await send('POST', path, body, token, headers)).body,
		put: async (path: string, body: unknown) => (await send('PUT', path, body, token)).body,
		patch: async (path: string, body: unknown) => (await send('PATCH', path, body, token)).body,
		delete: (path: string) => send('DELETE', path, undefined, token),
	})
	const signIn = async (login: string, password: string) =>
		(await send('POST', '/v1/auth/login', { login, password })).body.access_token as string
	const register = (login: string, more: object = {}) =>
		send('POST', '/v1/auth/register', { login, password: PASSWORD, email: `${login}@example.com`, ...more })

	const root = as(await signIn('root', 'bootstrap-password-1'))
	await register('olaf', { username: 'Olaf Müller', locale: 'de', timezone: 'Europe/Berlin' })
	const olaf = as(await signIn('olaf', PASSWORD))
	const { code } = await olaf.get('/v1/me/invite-code')
	for (const login of ['olga', 'mia', 'sam', 'dora'])
		await register(login, login === 'olga' ? { invite_code: code } : {})
	const users = (await root.get('/v1/admin/users?limit=200')) as { id: string; login: string }[]
	const idOf = (login: string) => users.find((user) => user.login === login)?.id as string

	const acme = await root.post('/v1/admin/orgs', { name: 'Acme – Größe', owner_user_id: idOf('olaf') })
	await root.put(`/v1/admin/orgs/${acme.id}/members/${idOf('mia')}`, { role: 'member' })
	await root.put(`/v1/admin/orgs/${acme.id}/members/${idOf('olga')}`, { role: 'admin' })
	await root.patch(`/v1/admin/users/${idOf('sam')}`, { status: 'suspended' })
	await root.delete(`/v1/admin/users/${idOf('dora')}`)
	const { org_id } = await olaf.get('/v1/me')

	const key = 'upgrade-plan'
	const plan = {
		name: 'pro',
		display_name: 'Pro "ü" 😀',
		entitlements: [
			{ key: 'limit.webhook_endpoints', value: '7', value_type: 'integer' },
			{ key: 'research.deep', value: 'true', value_type: 'boolean' },
			{ key: 'support.tier', value: 'gold', value_type: 'string' },
		],
	}
	const created = await root.post('/v1/plans', plan, { 'Idempotency-Key': key })
	const idempotent = { path: '/v1/plans', key, body: plan, answer: created }
	const free = await root.post('/v1/plans', { name: 'free', display_name: 'Free' })
	const month = { current_period_start: '2026-11-01T00:00:00Z', current_period_end: '2027-11-01T00:00:00Z' }
	await root.post('/v1/subscriptions', { org_id, plan_id: created.id, ...month })
	const ended = await root.post('/v1/subscriptions', { org_id: acme.id, plan_id: free.id, ...month })
	await root.delete(`/v1/subscriptions/${ended.id}`)
	const override = { org_id, key: 'limit.mcp_configs', value: '3', value_type: 'integer', reason: 'contract' }
	await root.post('/v1/entitlement-overrides', override)
	await root.post('/v1/feature-flags', { key: 'research.deep_mode', default_value: false, description: 'Deep mode' })
	await root.post('/v1/feature-flags', { key: 'beta', default_value: true })
	await root.post('/v1/feature-flags/research.deep_mode/org-overrides', { org_id, enabled: true })

	await root.post('/v1/admin/credits/adjust', { org_id, amount: 100_000, note: 'start' })
	await root.post('/v1/admin/credits/adjust', { org_id: acme.id, amount: 5 })
	const codes = await root.post('/v1/admin/redemption-codes/batch', {
		count: 3,
		type: 'credits',
		value: '500',
		batch_id: 'spring-2026',
	})
	await olaf.post('/v1/me/redeem', { code: codes.codes?.[0]?.code ?? codes.codes?.[0] ?? codes[0].code })

	const reports = Array.from({ length: 40 }, (_, index) => ({
		run_id: `run-${String(index).padStart(3, '0')}`,
		org_id: index % 4 === 0 ? acme.id : org_id,
		thread_id: index % 5 === 0 ? `thread-${index % 3}` : null,
		status: (['completed', 'completed', 'failed', 'running', 'cancelled'] as const)[index % 5],
		model: index % 2 ? 'large' : 'small',
		duration_ms: index * 37,
		total_input_tokens: index * 100,
		total_output_tokens: index * 10,
		total_cost_usd: index / 1_000,
	}))
	await root.post('/v1/runtime/runs', reports)

	const secrets: Filled['secrets'] = []
	const provider = await olaf.post('/v1/llm-providers', {
		provider: 'vendor_a',
		name: 'main',
		api_key: 'sk-plain-llm-key-0001',
	})
	secrets.push({ table: 'llm_providers', row: provider.id, column: 'api_key', plaintext: 'sk-plain-llm-key-0001' })
	const models = `/v1/llm-providers/${provider.id}/models`
	await olaf.post(models, {
		model: 'large',
		tags: ['fast'],
		multiplier: 1.25,
		cost_per_1k_input: 0.1,
		is_default: true,
	})
	await olaf.post(models, { model: 'small', priority: 5, advanced_json: { top_p: 0.5 } })
	await olaf.post('/v1/mcp-configs', {
		name: 'tickets',
		transport: 'streamable_http',
		url: 'https://mcp.example.com/mcp',
		bearer_token: 'mcp-plain-token-0002',
	})
	await olaf.post('/v1/mcp-configs', {
		name: 'local',
		transport: 'stdio',
		command: 'node',
		args: ['server.js'],
		env: { TOKEN: 'mcp-plain-env-0003' },
	})
	const endpoint = await olaf.post('/v1/webhook-endpoints', {
		url: 'https://hooks.example.com/in',
		events: ['run.completed'],
	})
	await olaf
		.post('/v1/runtime/runs', [{ run_id: 'run-hooked', org_id, status: 'completed', total_cost_usd: 0.01 }])
		.catch(() =>
			root.post('/v1/runtime/runs', [{ run_id: 'run-hooked', org_id, status: 'completed', total_cost_usd: 0.01 }]),
		)
	await olaf.post('/v1/ip-rules', { type: 'blocklist', cidr: '192.0.2.0/24' })
	await root.put('/v1/tool-providers/web_search/web_search.keyed/credential', { api_key: 'tool-plain-key-0004' })
	await root.put('/v1/tool-providers/web_search/web_search.keyed/activate', {})

	const entries: Record<string, string> = {
		'web_fetch.provider': 'web_fetch.keyed',
		'web_fetch.api_key': 'legacy-plain-key-0005',
		'deploy.region': 'weur',
		'deploy.token': 'deploy-plain-token-0006',
		'deploy.password': 'deploy-plain-password-0007',
		'limit.api_keys': '25',
	}
	for (const [entry, value] of Object.entries(entries)) await root.put(`/v1/admin/config-entries/${entry}`, { value })
	for (const [entry, plaintext] of Object.entries(entries))
		if (/(_key|token|password)$/.test(entry))
			secrets.push({ table: 'config_entries', row: entry, column: 'value', plaintext })
	await root.put('/v1/admin/email/config', {
		from: 'plinth@example.com',
		smtp_host: 'smtp.example.com',
		smtp_port: 465,
		smtp_user: 'plinth',
		smtp_pass: 'smtp-plain-pass-0008',
		smtp_tls_mode: 'tls',
	})
	await root.put('/v1/admin/gateway-config', {
		ip_mode: 'direct',
		trusted_cidrs: ['10.0.0.0/8'],
		risk_reject_threshold: 1,
	})

	await root.post('/v1/admin/notifications/broadcasts', { type: 'news', title: 'To all', body: 'B', target: 'all' })
	const toOrg = { type: 'news', title: 'To Acme', body: 'B', target: acme.id, payload: { n: 1 } }
	await root.post('/v1/admin/notifications/broadcasts', toOrg)
	for (let waited = 0; waited < 100; waited += 1) {
		const sent = (await root.get('/v1/admin/notifications/broadcasts')) as { status: string }[]
		if (sent.every(({ status }) => !['pending', 'sending', 'running'].includes(status))) break
		await sleep(1_000)
	}
	const apiKey = (await olaf.post('/v1/api-keys', { name: 'runtime' })) as { key: string }

	if (has('put', '/v1/admin/config')) {
		const token = await signIn('root', 'bootstrap-password-1')
		const { body, headers } = await send('GET', '/v1/admin/config', undefined, token)
		const document = { version: 1, plans: { team: { display_name: 'Team' } } }
		const sent = { mode: 'merge', document }
		await send('PUT', '/v1/admin/config', sent, token, { 'If-Match': headers.get('ETag') })
		if (body.version !== 1) throw new Error('The configuration document has another version')
		await olaf.patch(`/v1/mcp-configs/${(await olaf.get('/v1/mcp-configs'))[0].id}`, { call_timeout_ms: 5_000 })
	}
	// Its deliveries stay due: nothing may change between the answers and the copy of the database.
	await olaf.patch(`/v1/webhook-endpoints/${endpoint.id}`, { is_active: false })

	const login = await send('POST', '/v1/auth/login', { login: 'olga', password: PASSWORD })
	const cookie = /=([^;]+)/.exec(login.headers.getSetCookie().find((one) => /refresh/i.test(one)) ?? '')?.[1] ?? ''
	return {
		tokens: {
			root: await signIn('root', 'bootstrap-password-1'),
			olaf: await signIn('olaf', PASSWORD),
			mia: await signIn('mia', PASSWORD),
			key: apiKey.key,
		},
		passwords: { root: 'bootstrap-password-1', olaf: PASSWORD },
		refresh_token: cookie,
		idempotent,
		secrets,
		org_id,
		user_id: idOf('olaf'),
		entries: Object.keys(entries),
	}
}
