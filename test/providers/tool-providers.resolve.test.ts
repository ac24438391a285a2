import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { Api } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { JOBS, forgetTools, systemContext } from '../support/program.ts'
import { admin, user, world } from '../support/world.ts'

const KEY = 'sk-planted-0123456789-abcdef-9a1f'
const at = (provider: string, verb: string, scope: string) =>
	`/v1/tool-providers/${provider.split('.')[0]}/${provider}/${verb}?scope=${scope}`
const activate = (api: Api, provider: string, scope = 'org') => api.put(at(provider, 'activate', scope))
const deactivate = (api: Api, provider: string, scope = 'org') => api.put(at(provider, 'deactivate', scope))
const effective = (api: Api, group = 'web_search') => api.get(`/v1/tool-providers/${group}/effective`)
const object = (owner: string, group: string) => env.TOOL_GROUP.getByName(`${owner}:${group}`)
const kv = (owner: string, group = 'web_search') =>
	env.KV.get<{ generation: number; active: unknown }>(`tool:v1:${owner}:${group}`, 'json')

test('resolution tries the org, then the platform, then the legacy entries (4.1 rule 4)', async () => {
	const { admin: root, owner, member } = await world()
	const entry = (name: string) => `/v1/admin/config-entries/web_search.${name}`
	const nothing = await effective(member)
	expect(nothing).toMatchObject({
		status: 409,
		body: { error: 'conflict', details: { reason: 'tool.not_configured', group_name: 'web_search', skipped: [] } },
	})
	await root.put(entry('provider'), { value: 'web_search.selfhosted' })
	expect((await effective(member)).body.details.skipped).toEqual([
		{ scope: 'legacy', provider_name: 'web_search.selfhosted', missing: ['base_url'] },
	])
	await root.put(entry('base_url'), { value: 'https://old.example.com/' })
	expect((await effective(member)).body).toEqual({
		group_name: 'web_search',
		provider_name: 'web_search.selfhosted',
		scope: 'legacy',
		skipped: [],
	})
	await activate(root, 'web_search.keyed', 'platform')
	const skipped = { scope: 'platform', provider_name: 'web_search.keyed', missing: ['api_key'] }
	expect((await effective(member)).body).toMatchObject({ scope: 'legacy', skipped: [skipped] })
	await root.put(at('web_search.keyed', 'credential', 'platform'), { api_key: KEY })
	expect((await effective(member)).body).toMatchObject({
		provider_name: 'web_search.keyed',
		scope: 'platform',
		skipped: [],
	})
	await activate(owner, 'web_search.hosted')
	expect((await effective(member)).body).toMatchObject({ provider_name: 'web_search.hosted', scope: 'org' })
	expect(await exports.Runtime.resolveTool(member.org_id, 'web_search')).toEqual({
		group_name: 'web_search',
		provider_name: 'web_search.hosted',
		scope: 'org',
		api_key: null,
		base_url: null,
		skipped: [],
	})
	await deactivate(owner, 'web_search.hosted')
	expect(await exports.Runtime.resolveTool(member.org_id, 'web_search')).toMatchObject({
		scope: 'platform',
		api_key: KEY,
	})
	await deactivate(root, 'web_search.keyed', 'platform')
	await root.put(entry('api_key'), { value: KEY })
	const shown = { key: 'web_search.api_key', value: null, is_set: true, is_valid: true }
	expect((await root.get(entry('api_key'))).body).toEqual(shown)
	expect(await exports.Runtime.resolveTool(member.org_id, 'web_search')).toMatchObject({
		scope: 'legacy',
		api_key: KEY,
		base_url: 'https://old.example.com',
	})
	for (const name of ['provider', 'base_url', 'api_key']) expect((await root.delete(entry(name))).status).toBe(204)
	expect((await root.delete(entry('provider'))).status).toBe(404)
	expect((await effective(member)).status).toBe(409)
	expect(await exports.Runtime.resolveTool(member.org_id, 'web_search')).toMatchObject({ error: 'tool.not_configured' })
	await root.delete(at('web_search.keyed', 'credential', 'platform'))
})

test('a configuration entry with an invalid key or value returns 400', async () => {
	const root = await admin()
	for (const [key, value] of [
		['web_search.provider', 'web_fetch.keyed'],
		['web_search.provider', 'keyed'],
		['web_fetch.base_url', 'http://127.0.0.1'],
		['web_fetch.api_key', '****'],
		['Upper.case', 'x'],
		['some.setting', '  '],
		['credit.initial_grant', '-1'],
		['credits.monthly_grant', 'many'],
	])
		expect((await root.put(`/v1/admin/config-entries/${key}`, { value })).status, `${key} ${value}`).toBe(400)
	expect((await root.put('/v1/admin/config-entries/some.setting', { value: '1000' })).body).toEqual({
		key: 'some.setting',
		value: '1000',
		is_set: true,
		is_valid: true,
	})
})

test('a resolution makes no D1 call when it is cached, or when KV has the state', async () => {
	const caller = await user()
	await activate(caller, 'web_search.hosted')
	await effective(caller)
	expect((await counted(() => effective(caller))).calls).toBe(0)
	await caller.get('/v1/me')
	expect(await kv('platform')).not.toBeNull()
	// Another isolate, which made no change itself and has nothing cached.
	forgetTools()
	expect((await counted(() => effective(caller))).calls).toBe(0)
})

test('20 concurrent activations leave exactly one provider active, and every reader agrees', async () => {
	const caller = await user()
	const both = ['web_search.hosted', 'web_search.selfhosted'] as const
	await caller.put(at('web_search.selfhosted', 'credential', 'org'), { base_url: 'https://s.example.com' })
	const responses = await Promise.all(
		Array.from({ length: 20 }, (_, index) => activate(caller, both[index % 2] as string)),
	)
	expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]))
	const { results } = await env.DB.prepare('SELECT provider_name FROM tool_providers WHERE owner = ? AND is_active = 1')
		.bind(caller.org_id)
		.all<{ provider_name: string }>()
	expect(results).toHaveLength(1)
	expect((await effective(caller)).body.provider_name).toBe(results[0]?.provider_name)
	expect(await kv(caller.org_id)).toMatchObject({
		generation: 21,
		active: { provider_name: results[0]?.provider_name },
	})
	forgetTools()
	expect((await effective(caller)).body.provider_name).toBe(results[0]?.provider_name)
})

test('after activations race with deletions of the credential, resolution returns what is left', async () => {
	const caller = await user()
	const credential = at('web_search.keyed', 'credential', 'org')
	for (let round = 0; round < 2; round += 1) {
		await caller.put(credential, { api_key: KEY })
		await Promise.all([
			activate(caller, 'web_search.keyed'),
			caller.delete(credential),
			activate(caller, 'web_search.keyed'),
		])
		expect((await effective(caller)).body.details.skipped).toEqual([
			{ scope: 'org', provider_name: 'web_search.keyed', missing: ['api_key'] },
		])
		expect(await exports.Runtime.resolveTool(caller.org_id, 'web_search')).toMatchObject({
			error: 'tool.not_configured',
		})
	}
})

test('the alarm publishes a change that was cut off between D1 and KV, even after an eviction', async () => {
	const caller = await user()
	await activate(caller, 'web_search.hosted')
	const stub = object(caller.org_id, 'web_search')
	await stub.announce({ owner: caller.org_id, group: 'web_search' })
	// The caller commits, and dies before it publishes.
	await env.DB.batch([
		env.DB.prepare('UPDATE tool_providers SET is_active = 0 WHERE owner = ?').bind(caller.org_id),
		env.DB.prepare('UPDATE tool_groups SET generation = generation + 1 WHERE owner = ?').bind(caller.org_id),
	])
	await evictDurableObject(stub)
	expect(await runDurableObjectAlarm(stub)).toBe(true)
	expect(await kv(caller.org_id)).toMatchObject({ generation: 2, active: null })
	forgetTools()
	expect((await effective(caller)).status).toBe(409)
})

test('the second pass corrects an older state that arrives late in KV', async () => {
	const caller = await user()
	await activate(caller, 'web_search.hosted')
	const changed_at = Date.now()
	await deactivate(caller, 'web_search.hosted')
	const stub = object(caller.org_id, 'web_search')
	await env.KV.put(
		`tool:v1:${caller.org_id}:web_search`,
		JSON.stringify({ generation: 1, active: { provider_name: 'web_search.hosted', missing: [] }, legacy: null }),
	)
	// The isolate that made the change ignores the older state in KV.
	expect((await effective(caller)).status).toBe(409)
	const alarm = await runInDurableObject(stub, (_, state) => state.storage.getAlarm())
	expect((alarm ?? 0) - changed_at).toBeGreaterThan(60_000)
	expect(await runDurableObjectAlarm(stub)).toBe(true)
	expect(await kv(caller.org_id)).toMatchObject({ generation: 2, active: null })
	expect(await runDurableObjectAlarm(stub)).toBe(false)
})

test("a change commits even if the object doesn't respond, and cron publishes it", async () => {
	const caller = await user()
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const down = {
		getByName: () => ({
			announce: () => Promise.reject(new Error('overloaded')),
			publish: () => Promise.reject(new Error('overloaded')),
		}),
	}
	const variables = { env: { TOOL_GROUP: down as unknown as Env['TOOL_GROUP'] } }
	expect((await caller.put(at('web_search.hosted', 'activate', 'org'), undefined, variables)).status).toBe(204)
	expect(log).toHaveBeenCalled()
	const { body } = await caller.get('/v1/tool-providers/web_search/effective', variables)
	expect(body).toMatchObject({ provider_name: 'web_search.hosted', scope: 'org' })
	expect(await kv(caller.org_id)).toBeNull()
	await JOBS.find(({ name }) => name === 'publish-tool-groups')?.run(systemContext(env), NO_PLACE)
	expect(await kv(caller.org_id)).toMatchObject({ generation: 1, active: { provider_name: 'web_search.hosted' } })
})

test("when KV doesn't respond, resolution reads D1", async () => {
	const caller = await user()
	await activate(caller, 'web_search.hosted')
	forgetTools()
	const broken = { get: () => Promise.reject(new Error('KV GET failed')) } as unknown as Env['KV']
	const { body } = await caller.get('/v1/tool-providers/web_search/effective', { env: { KV: broken } })
	expect(body).toMatchObject({ provider_name: 'web_search.hosted' })
})

test('an isolate with a cached provider follows a change within five seconds', async () => {
	const caller = await user()
	await activate(caller, 'web_search.hosted')
	await effective(caller)
	// Another isolate switches the group: D1 and KV know, this isolate does not.
	await env.DB.batch([
		env.DB.prepare('UPDATE tool_providers SET is_active = 0 WHERE owner = ?').bind(caller.org_id),
		env.DB.prepare('UPDATE tool_groups SET generation = generation + 1 WHERE owner = ?').bind(caller.org_id),
	])
	await object(caller.org_id, 'web_search').publish({ owner: caller.org_id, group: 'web_search' })
	expect((await effective(caller)).body).toMatchObject({ provider_name: 'web_search.hosted' })
	vi.useFakeTimers({ now: Date.now() + 5_001, toFake: ['Date'] })
	expect((await effective(caller)).status).toBe(409)
})
