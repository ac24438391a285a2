import { expect, test } from 'vitest'
import { runtime as runtimeRpc } from '../support/admission.ts'
import { as } from '../support/api.ts'
import { encryptionPair, opened } from '../support/encryption.ts'
import { invalidField, missing } from '../support/replies.ts'
import { fetchingByPlatform, KEY, runtimeOf, sealingWorld } from '../support/sealing.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { create, unique, user } from '../support/world.ts'

const [TOOLS, MODELS, MCP, BEGIN] = ['tools/resolve', 'models/resolve', 'mcp/resolve', 'runs/begin'].map(
	(path) => `/v1/runtime/${path}`,
) as [string, string, string, string]

const noKey = (kids: string[], message: unknown = expect.any(String)) => ({
	status: 409,
	body: { error: 'conflict', message, details: { reason: 'runtime.no_encryption_key', kids } },
})

const sealed = { $sealed: expect.stringMatching(/^[\w-]+(\.[\w-]+){4}$/) }
const SEAL = ['alg', 'enc', 'epk', 'exp', 'iat', 'kid', 'org', 'place', 'sub', 'typ', 'use_until']

const here = await sealingWorld()

test('a tool, a model and MCP servers are answered with credentials that only the private key opens', async () => {
	const { org_id, runtime, provider_id, base_url, selector, remoteId, localId } = here
	const since = Math.floor(Date.now() / 1000)
	const tool = await runtime.post(TOOLS, { org_id, group: 'web_search' })
	expect(tool).toMatchObject({
		status: 200,
		body: {
			group_name: 'web_search',
			provider_name: 'web_search.keyed',
			scope: 'org',
			base_url: 'https://search.example.com',
			api_key: sealed,
			skipped: [],
		},
	})
	expect(tool.headers.get('Cache-Control')).toBe('no-store')
	expect(tool.headers.get('Audit-Id')).toBeNull()
	expect(Math.abs(Date.parse(tool.headers.get('Date') ?? '') - since * 1000)).toBeLessThan(60_000)
	const model = await runtime.post(MODELS, { org_id, selector, kid: runtime.kid })
	expect(model).toMatchObject({ status: 200, body: { provider_id, base_url, api_key: sealed, reason: 'selector' } })
	const mcp = await runtime.post(MCP, { org_id })
	expect(mcp.body).toMatchObject({
		servers: [
			{ id: localId, command: 'run-me', args: ['--fast'], bearer_token: null, env: sealed },
			{ id: remoteId, url: 'https://mcp.example.com/mcp', bearer_token: sealed, env: {} },
		],
		skipped: [],
	})
	for (const { body } of [tool, model, mcp]) expect(JSON.stringify(body)).not.toContain(KEY)

	const [local, remote] = mcp.body.servers
	const cases = [
		[tool.body.api_key, `tool_providers/${org_id} web_search.keyed/api_key`, KEY, 'https://search.example.com'],
		[model.body.api_key, `llm_providers/${provider_id}/api_key`, KEY, base_url],
		[local.env, `mcp_configs/${localId}/env`, { TOKEN: KEY }, 'run-me'],
		[remote.bearer_token, `mcp_configs/${remoteId}/bearer_token`, KEY, 'https://mcp.example.com/mcp'],
	] as const
	for (const [one, place, value, target] of cases) {
		const { header, ...plaintext } = await opened(one, runtime.privateJwk)
		expect(plaintext).toEqual({ value, target })
		expect(Object.keys(header).toSorted()).toEqual(SEAL)
		const { iat = 0 } = header as { iat?: number }
		expect(header).toMatchObject({
			alg: 'ECDH-ES+A256KW',
			enc: 'A256GCM',
			typ: 'plinth-sealed+jwe',
			kid: runtime.kid,
			exp: iat + 300,
			use_until: iat + 86_400,
			sub: runtime.id,
			org: org_id,
			place,
		})
		expect(iat - since).toBeLessThan(60)
		const { privateJwk: another } = await encryptionPair()
		await expect(opened(one, another)).rejects.toThrow('decryption operation failed')
	}
})

test('both curves open, each credential has a content key of its own, and the entitlement bounds its use', async () => {
	const { admin, org_id } = here
	const runtime = await runtimeOf(admin, org_id)
	const x25519 = await encryptionPair('X25519')
	await admin.put(`${runtime.path}/encryption-keys`, x25519.publicJwk)
	const override = await create.override(org_id, { key: 'runtime.stale_s', value: '0' })
	const question = { org_id, group: 'web_search', kid: x25519.kid }
	const [one, two] = [await runtime.post(TOOLS, question), await runtime.post(TOOLS, question)]
	const { header, value } = await opened(one.body.api_key, x25519.privateJwk)
	expect({ value, header }).toMatchObject({ value: KEY, header: { kid: x25519.kid, use_until: header.iat } })
	expect(one.body.api_key.$sealed.split('.').slice(1)).not.toEqual(two.body.api_key.$sealed.split('.').slice(1))
	await admin.delete(`/v1/entitlement-overrides/${override.id}?org_id=${org_id}`)
})

test('the request names the key; without a usable one it is 409 with those that there are', async () => {
	const { admin, owner, org_id } = here
	const runtime = await runtimeOf(admin, org_id)
	const ask = (kid?: string) => runtime.post(TOOLS, { org_id, group: 'web_search', ...(kid && { kid }) })
	const second = await encryptionPair()
	expect(await ask(second.kid)).toMatchObject(noKey([runtime.kid]))
	await owner.put(`${runtime.path}/encryption-keys`, second.publicJwk)
	expect(await ask()).toMatchObject(noKey([runtime.kid, second.kid]))
	expect((await opened((await ask(second.kid)).body.api_key, second.privateJwk)).value).toBe(KEY)
	// A key that was removed isn't encrypted for again.
	await owner.delete(`${runtime.path}/encryption-keys/${runtime.kid}`)
	expect(await ask(runtime.kid)).toMatchObject(noKey([second.kid]))
	await owner.delete(`${runtime.path}/encryption-keys/${second.kid}`)
	for (const path of [TOOLS, MODELS, MCP])
		expect(await runtime.post(path, { org_id, ...(path === TOOLS && { group: 'web_search' }) })).toMatchObject(
			noKey([], expect.stringContaining('has no encryption key')),
		)
	// A person has no encryption keys, whatever they may do.
	const forPeople = noKey([], expect.stringContaining('people have no encryption keys'))
	expect(await admin.post(MODELS, { org_id })).toMatchObject(forPeople)
})

test('a stolen token without the private key opens nothing, and adds no key', async () => {
	const { org_id, runtime } = here
	const thief = as(runtime.token)
	const own = await encryptionPair()
	const answers = [
		await thief.post(TOOLS, { org_id, group: 'web_search' }),
		await thief.post(MODELS, { org_id }),
		await thief.post(MCP, { org_id }),
		await thief.post(BEGIN, { run_id: unique('run'), org_id, context: {}, tools: ['web_search'], mcp: true }),
	]
	for (const { status, body, headers } of answers) {
		expect(status).toBeLessThan(300)
		expect(JSON.stringify([body, [...headers]])).not.toContain(KEY)
	}
	await expect(opened(answers[0]?.body.api_key, own.privateJwk)).rejects.toThrow('decryption operation failed')
	expect(await thief.put(`${runtime.path}/encryption-keys`, own.publicJwk)).toMatchObject({ status: 403 })
	expect(await thief.post(TOOLS, { org_id, group: 'web_search', kid: own.kid })).toMatchObject(noKey([runtime.kid]))
	expect(await thief.post(TOOLS, { org_id, group: 'web_search', kid: own.publicJwk })).toMatchObject({ status: 400 })
})

test('flags and entitlements of the orgs that an account serves are among its questions', async () => {
	const { admin, org_id, stranger, runtime } = here
	const { key } = await create.featureFlag()
	const calls = (caller: typeof runtime, org: string) =>
		[`/v1/feature-flags/${key}/evaluate?org_id=${org}`, `/v1/entitlements?org_id=${org}`].map((path) =>
			caller.get(path),
		)
	const statuses = async (caller: typeof runtime, org: string) =>
		(await Promise.all(calls(caller, org))).map(({ status }) => status)
	expect(await statuses(runtime, org_id)).toEqual([200, 200])
	expect(await statuses(runtime, stranger.org_id)).toEqual([404, 404])
	const elsewhere = await runtimeOf(admin, org_id, { runtime: { orgs: [stranger.org_id] } })
	expect(await statuses(elsewhere, stranger.org_id)).toEqual([200, 200])
	expect(await statuses(elsewhere, 'org_nobody')).toEqual([404, 404])
	const reporter = await runtimeOf(admin, org_id, { scopes: ['runtime.report'], runtime: { orgs: ['*'] } })
	expect(await statuses(reporter, stranger.org_id)).toEqual([404, 404])
})

test('an account serves its own org, or those that it names; any other is 404, existing or not', async () => {
	const { admin, org_id, stranger, runtime } = here
	const run_id = unique('run')
	const calls = (caller: typeof runtime, org: string) => [
		() => caller.post(TOOLS, { org_id: org, group: 'web_search' }),
		() => caller.post(MODELS, { org_id: org }),
		() => caller.post(MCP, { org_id: org }),
		() => caller.post(BEGIN, { run_id, org_id: org }),
		() => caller.post(`/v1/runtime/runs/${run_id}/progress`, { org_id: org }),
		() => caller.post('/v1/runtime/runs', { run_id, org_id: org, status: 'running' }),
		() => caller.post('/v1/runtime/runs', [{ run_id, org_id: org, status: 'running' }], PREFER_ASYNC),
		() =>
			caller.post('/v1/runtime/runs', [
				{ run_id: unique('own'), org_id, status: 'running' },
				{ run_id, org_id: org, status: 'running' },
			]),
	]
	const PREFER_ASYNC = { headers: { Prefer: 'respond-async' } }
	const bodies = new Set<string>()
	for (const org of [stranger.org_id, 'org_nobody'])
		for (const call of calls(runtime, org)) {
			const { status, body } = await call()
			expect({ status, body }).toMatchObject(missing)
			bodies.add(JSON.stringify({ ...body, trace_id: '' }))
		}
	expect(bodies.size).toBe(1)
	const elsewhere = await runtimeOf(admin, org_id, { runtime: { orgs: [stranger.org_id] } })
	expect(await elsewhere.post(TOOLS, { org_id, group: 'web_search' })).toMatchObject(missing)
	expect(await elsewhere.post('/v1/runtime/runs', { run_id: unique('run'), status: 'running' })).toMatchObject(missing)
	expect((await elsewhere.post(MCP, { org_id: stranger.org_id })).status).toBe(200)
	const everywhere = await runtimeOf(admin, stranger.org_id, { runtime: { orgs: ['*'] } })
	const tool = await everywhere.post(TOOLS, { org_id, group: 'web_search' })
	expect((await opened(tool.body.api_key, everywhere.privateJwk)).header).toMatchObject({
		org: org_id,
		sub: everywhere.id,
	})
})

test("an org's owner opens nothing of another org through an account of the platform", async () => {
	const { admin, org_id } = here
	const host = await user('host')
	const account = await serviceOf(host, host.org_id)
	const pair = await encryptionPair()
	await host.put(`${account.path}/encryption-keys`, pair.publicJwk)
	const scopes = ['runtime.resolve']
	expect((await admin.patch(account.path, { scopes, runtime: { orgs: ['*'] } })).status).toBe(200)
	// The key and the encryption key from before are over, and the owner makes no others.
	expect((await account.post(TOOLS, { org_id, group: 'web_search' })).status).toBe(401)
	expect((await host.post(`${account.path}/keys`, {})).status).toBe(403)
	expect((await host.put(`${account.path}/encryption-keys`, pair.publicJwk)).status).toBe(403)
	const key = (await admin.post(`${account.path}/keys`, {})).body.key
	const question = { org_id, group: 'web_search', kid: pair.kid }
	expect(await as(key).post(TOOLS, question)).toMatchObject(noKey([]))
})

test("a platform's provider is withheld from an account without platform_credentials", async () => {
	const { admin, org_id } = here
	await fetchingByPlatform(admin)
	const [without, having] = [
		await runtimeOf(admin, org_id),
		await runtimeOf(admin, org_id, { runtime: { orgs: [org_id], platform_credentials: true } }),
	]
	const answer = { group_name: 'web_fetch', provider_name: 'web_fetch.keyed', scope: 'platform', skipped: [] }
	expect((await without.post(TOOLS, { org_id, group: 'web_fetch' })).body).toEqual({
		...answer,
		api_key: null,
		base_url: null,
		withheld: 'platform',
	})
	const { body } = await having.post(TOOLS, { org_id, group: 'web_fetch' })
	expect(body).toEqual({ ...answer, api_key: sealed, base_url: 'https://fetch.example.com' })
	const { header, value } = await opened(body.api_key, having.privateJwk)
	expect({ header, value }).toMatchObject({
		value: KEY,
		header: { place: 'tool_providers/platform web_fetch.keyed/api_key' },
	})
})

test('what does not resolve is the error of the single call; MCP servers can be picked by id', async () => {
	const { owner, org_id, runtime, remoteId, localId } = here
	expect(await runtime.post(TOOLS, { org_id, group: 'no_such_group' })).toMatchObject({
		status: 409,
		body: { details: { reason: 'tool.not_configured', group_name: 'no_such_group', skipped: [] } },
	})
	expect(await runtime.post(MODELS, { org_id, selector: 'nobody^m-1' })).toMatchObject({
		status: 404,
		body: { details: { reason: 'routing.model_not_found' } },
	})
	expect(await runtime.post(MODELS, { org_id, selector: 'no-caret' })).toMatchObject({ status: 400 })
	for (const body of [{}, { org_id }, { group: 'web_search' }, { org_id: 7, group: 'web_search' }])
		expect(await runtime.post(TOOLS, body)).toMatchObject({ status: 400 })
	const ids = async (wanted: string[]) =>
		(await runtime.post(MCP, { org_id, ids: wanted })).body.servers.map(({ id }: { id: string }) => id)
	expect(await ids([remoteId])).toEqual([remoteId])
	const unknown = await runtime.post(MCP, { org_id, ids: [localId, 'mcp_unknown'] })
	expect(unknown).toMatchObject(invalidField('ids.1'))
	expect(await runtimeRpc().listMcp(org_id, ['mcp_unknown'])).toMatchObject({ error: 'validation.error' })
	expect(await ids([])).toEqual([])
	await owner.put(`/v1/orgs/${org_id}/pauses/org/${org_id}`, { reason: 'Stop' })
	for (const path of [TOOLS, MODELS, MCP])
		expect(await runtime.post(path, { org_id, ...(path === TOOLS && { group: 'web_search' }) })).toMatchObject({
			status: 403,
			body: { error: 'run.paused' },
		})
	await owner.delete(`/v1/orgs/${org_id}/pauses/org/${org_id}`)
})
