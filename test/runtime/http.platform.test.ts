import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runtime } from '../support/admission.ts'
import { opened } from '../support/encryption.ts'
import { configAt, emptyPlatform, LLM, OF_PLATFORM, PLATFORM_KEY, providerAt } from '../support/layers.ts'
import { runtimeOf } from '../support/sealing.ts'
import { create, unique, world } from '../support/world.ts'

// What a runtime gets of the platform's models and MCP servers, over RPC and over HTTP.

const MODELS = '/v1/runtime/models/resolve'
const MCP = '/v1/runtime/mcp/resolve'
const BEGIN = '/v1/runtime/runs/begin'
const BASE = 'https://sold.example.com/v1'
const sealed = { $sealed: expect.any(String) }

let here: Awaited<ReturnType<typeof made>>

async function made() {
	const { admin, owner, org_id } = await world()
	const settings = { base_url: BASE, advanced_json: { marked: true }, vendor_a_api_mode: 'responses' }
	const price = { cost_per_1k_input: 0.01, multiplier: 1.5 }
	const sold = await providerAt(
		admin,
		'platform',
		'Sold',
		{ any: price, best: { entitlement: 'models.premium' } },
		settings,
	)
	const remote = await configAt(admin, 'platform', 'remote')
	const stdio = {
		transport: 'stdio',
		url: undefined,
		bearer_token: undefined,
		command: 'run-it',
		args: ['-x'],
		cwd: '/srv',
	}
	const process = await configAt(admin, 'platform', 'process', { ...stdio, env: { TOKEN: PLATFORM_KEY } })
	return {
		admin,
		owner,
		org_id,
		sold,
		remote,
		process,
		without: await runtimeOf(admin, org_id),
		having: await runtimeOf(admin, org_id, { runtime: { orgs: [org_id], platform_credentials: true } }),
	}
}

beforeAll(async () => {
	here = await made()
})
afterAll(emptyPlatform)

const WITHHELD_MODEL = {
	scope: 'platform',
	withheld: 'platform',
	base_url: null,
	vendor_a_api_mode: null,
	advanced_json: null,
	multiplier: null,
	cost_per_1k_input: null,
}
const WITHHELD_SERVER = {
	scope: 'platform',
	withheld: 'platform',
	url: null,
	command: null,
	args: [],
	cwd: null,
	inherit_parent_env: null,
}

test('RPC gets all of it, with the key', async () => {
	const { org_id } = here
	expect(await runtime().resolveModel(org_id, 'sold^any')).toMatchObject({
		scope: 'platform',
		api_key: PLATFORM_KEY,
		base_url: BASE,
		advanced_json: { marked: true },
		multiplier: 1.5,
	})
	const list = await runtime().listMcp(org_id)
	expect('servers' in list && list.servers).toMatchObject([
		{ name: 'process', scope: 'platform', command: 'run-it', env: { TOKEN: PLATFORM_KEY } },
		{ name: 'remote', scope: 'platform', bearer_token: PLATFORM_KEY },
	])
})

test('an account with platform_credentials gets it sealed, with its address in clear', async () => {
	const { having, org_id, sold, remote } = here
	const model = (await having.post(MODELS, { org_id, selector: 'sold^any' })).body
	expect(model).toMatchObject({ scope: 'platform', base_url: BASE, advanced_json: { marked: true }, api_key: sealed })
	expect(model).not.toHaveProperty('withheld')
	const { header, value } = await opened(model.api_key, having.privateJwk)
	expect({ header, value }).toMatchObject({
		value: PLATFORM_KEY,
		header: { place: `llm_providers/${sold.id}/api_key`, org: org_id },
	})
	const { servers } = (await having.post(MCP, { org_id })).body
	expect(servers).toMatchObject([
		{ name: 'process', command: 'run-it', env: sealed },
		{ id: remote.id, url: 'https://mcp.example.com/mcp', bearer_token: sealed },
	])
	expect((await opened(servers[1].bearer_token, having.privateJwk)).value).toBe(PLATFORM_KEY)
})

test('an account without platform_credentials, and a beginning without sealing, learn what it is and not where', async () => {
	const { admin, without, org_id } = here
	const model = await without.post(MODELS, { org_id, selector: 'sold^any' })
	expect(model.body).toMatchObject({ ...WITHHELD_MODEL, provider_name: 'Sold', model: 'any', api_key: null })
	const { body } = await without.post(MCP, { org_id })
	const server = { ...WITHHELD_SERVER, bearer_token: null, env: {} }
	expect(body.servers).toMatchObject([server, server])
	const asked = { org_id, selector: 'sold^any', mcp: true }
	const sealing = await without.post(BEGIN, { run_id: unique('run'), ...asked })
	expect(sealing).toMatchObject({
		status: 201,
		body: { model: { ...WITHHELD_MODEL, api_key: null }, mcp: { servers: [server, server] } },
	})
	const reporter = await runtimeOf(admin, org_id, { scopes: ['runtime.report'] })
	const plain = await reporter.post(BEGIN, { run_id: unique('run'), ...asked })
	expect(plain).toMatchObject({
		status: 201,
		body: { model: WITHHELD_MODEL, mcp: { servers: [WITHHELD_SERVER, WITHHELD_SERVER] } },
	})
	for (const { body: answer } of [model, { body }, sealing, plain])
		for (const mark of [BASE, 'marked', 'run-it', 'mcp.example.com', PLATFORM_KEY])
			expect(JSON.stringify(answer)).not.toContain(mark)
})

test("what isn't granted is answered in its place, and a revoked entitlement stops the next beginning within five seconds", async () => {
	const { admin, having, org_id } = here
	const begin = async () => {
		const { status, body } = await having.post(BEGIN, { run_id: unique('run'), org_id, selector: 'sold^best' })
		return [status, body.model.error ?? body.model.model, body.model.details?.reason]
	}
	const refused = [201, 'auth.forbidden', 'model.not_entitled']
	expect(await begin()).toEqual(refused)
	const override = await create.override(org_id, { key: 'models.premium', value: 'true', value_type: 'boolean' })
	const run_id = unique('run')
	expect((await having.post(BEGIN, { run_id, org_id, selector: 'sold^best' })).body.model.model).toBe('best')
	expect((await admin.delete(`/v1/entitlement-overrides/${override.id}?org_id=${org_id}`)).status).toBe(200)
	vi.useFakeTimers({ now: Date.now() + 5_000, toFake: ['Date'] })
	expect(await begin()).toEqual(refused)
	expect((await having.post(`/v1/runtime/runs/${run_id}/progress`, { org_id, total_input_tokens: 5 })).status).toBe(200)
	vi.useRealTimers()
	expect(await having.post(MODELS, { org_id, selector: 'sold^best' })).toMatchObject({
		status: 403,
		body: { details: { reason: 'model.not_entitled', entitlement: 'models.premium' } },
	})
})

test("giving out a platform's secret is in the operators' log with the org that asked, and in no org's", async () => {
	const { admin, owner, having, org_id, sold } = here
	await having.post(MODELS, { org_id, selector: 'sold^any' })
	const place = `llm_providers/${sold.id}/api_key`
	const rows = (await admin.get(`/v1/admin/audit-logs?actor_service_account_id=${having.id}&action=secrets.release`))
		.body
	const row = rows.find(({ target_id }: { target_id: string }) => target_id === place)
	expect(row).toMatchObject({ org_id: null, after: { org_id, kid: having.kid } })
	const own = await owner.get(`/v1/orgs/${org_id}/audit-logs?action=secrets.release`)
	expect(JSON.stringify(own.body)).not.toContain(place)
	expect((await admin.get(`${LLM}${OF_PLATFORM}`)).body).toHaveLength(1)
})
