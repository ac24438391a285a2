import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { configuration, fieldsOf, PLATFORM_PATH, secret } from '../support/configuration.ts'
import { configAt, emptyPlatform, LLM, MCP, OF_PLATFORM, PLATFORM_KEY, providerAt } from '../support/layers.ts'
import { operator } from '../support/operators.ts'
import { rewriteRevision } from '../support/revisions.ts'
import { auditOf } from '../support/spec/changes.ts'
import { admin, create, unique, user, world } from '../support/world.ts'

// The routes of LLM providers and MCP configs at the platform's layer.

afterEach(emptyPlatform)

const lacks = (permission: string) => ({ status: 403, body: { error: 'auth.forbidden', details: { permission } } })

const newProvider = (fields: object = {}) => ({
	name: unique('llm'),
	provider: 'vendor_a',
	api_key: PLATFORM_KEY,
	...fields,
})

test('without a scope a call is about the org, and with scope=platform about the platform', async () => {
	const { admin: root, owner } = await world()
	const { id, path } = await providerAt(root, 'platform', 'Sold', { 'gpt-5': { entitlement: 'models.premium' } })
	const config = await configAt(root, 'platform', 'shared', { entitlement: 'mcp.premium' })
	const shown = (await root.get(`${path}${OF_PLATFORM}`)).body
	expect(shown).toMatchObject({ id, org_id: 'platform', models: [{ entitlement: 'models.premium' }] })
	expect((await root.get(`${config.path}${OF_PLATFORM}`)).body).toMatchObject({
		org_id: 'platform',
		entitlement: 'mcp.premium',
	})
	for (const [list, one] of [
		[LLM, path],
		[MCP, config.path],
	] as const) {
		expect((await root.get(`${list}${OF_PLATFORM}`)).body).toHaveLength(1)
		for (const caller of [root, owner]) {
			expect((await caller.get(list)).body.map(({ org_id }: { org_id: string }) => org_id)).not.toContain('platform')
			expect(await caller.get(one)).toMatchObject({ status: 404 })
		}
	}
	expect(await root.get(`${LLM}?scope=all`)).toMatchObject({ status: 400 })
})

test('reading the platform takes platform.read, and writing and sending its keys platform.write', async () => {
	const { admin: root, owner } = await world()
	const { path } = await providerAt(root, 'platform', 'Sold', { small: {} })
	const config = await configAt(root, 'platform', 'shared')
	const auditor = await operator(['auditor'])
	const operations = await operator(['operations'])
	const reads = [LLM, path, MCP, config.path]
	for (const one of reads) {
		expect(await owner.get(`${one}${OF_PLATFORM}`)).toMatchObject(lacks('platform.read'))
		expect((await auditor.get(`${one}${OF_PLATFORM}`)).status).toBe(200)
	}
	expect(await owner.post(`${LLM}/resolve${OF_PLATFORM}`, {})).toMatchObject(lacks('platform.read'))
	for (const caller of [owner, auditor]) {
		const needs = lacks('platform.write')
		expect(await caller.post(`${LLM}${OF_PLATFORM}`, newProvider())).toMatchObject(needs)
		expect(await caller.patch(`${path}${OF_PLATFORM}`, { name: 'Mine' })).toMatchObject(needs)
		expect(await caller.delete(`${path}${OF_PLATFORM}`)).toMatchObject(needs)
		expect(await caller.get(`${path}/available-models${OF_PLATFORM}`)).toMatchObject(needs)
		expect(await caller.post(`${config.path}/test${OF_PLATFORM}`, {})).toMatchObject(needs)
		expect(await caller.patch(`${config.path}${OF_PLATFORM}`, { name: 'Mine' })).toMatchObject(needs)
	}
	expect((await operations.patch(`${path}${OF_PLATFORM}`, { name: 'Other' })).status).toBe(200)
})

test("two of the platform's providers need names that differ by more than case, in ASCII", async () => {
	const root = await admin()
	const { path } = await providerAt(root, 'platform', 'Acme')
	const taken = { status: 409, body: { details: { reason: 'name.taken' } } }
	expect(await root.post(`${LLM}${OF_PLATFORM}`, newProvider({ name: 'ACME' }))).toMatchObject(taken)
	const other = await providerAt(root, 'platform', 'Other')
	expect(await root.patch(`${other.path}${OF_PLATFORM}`, { name: 'acme' })).toMatchObject(taken)
	for (const name of ['Größe', 'Acme\u200b', '大'])
		expect(fieldsOf(await root.post(`${LLM}${OF_PLATFORM}`, newProvider({ name })))).toHaveProperty('name')
	expect(fieldsOf(await root.post(`${path}/models${OF_PLATFORM}`, { model: 'größer' }))).toHaveProperty('model')
	const config = configuration(root, PLATFORM_PATH)
	const entry = { provider: 'vendor_a', api_key: secret(PLATFORM_KEY) }
	const fields = fieldsOf(
		await config.plan(
			{ version: 1, llm_providers: { acme: entry, Größe: entry, Third: { ...entry, models: { größer: {} } } } },
			{ mode: 'merge' },
		),
	)
	expect(Object.keys(fields).sort()).toEqual(['llm_providers.Größe', 'llm_providers.Third.models.größer'])
	const same = await config.plan({ version: 1, llm_providers: { acme: entry } }, { mode: 'merge' })
	expect(fieldsOf(same)).toEqual({ 'llm_providers.acme': 'Must differ from Acme by more than case' })
	// An MCP config may be called anything.
	await configAt(root, 'platform', 'Größe')
	const owner = await user()
	await providerAt(owner, 'org', 'Größe', { größer: {} })
})

test("a change of the platform's has a dry run, an audit row without an org, and a revert", async () => {
	const root = await admin()
	const { path, id } = await providerAt(root, 'platform', 'Sold', { small: {} })
	const dry = await root.patch(`${path}${OF_PLATFORM}`, { name: 'Dry' }, { headers: { 'Dry-Run': 'true' } })
	expect(dry).toMatchObject({ status: 200, body: { dry_run: true, body: { name: 'Dry' } } })
	expect((await root.get(`${path}${OF_PLATFORM}`)).body.name).toBe('Sold')
	const tag = (await root.get(`${path}${OF_PLATFORM}`)).headers.get('ETag') ?? ''
	const changed = await root.patch(`${path}${OF_PLATFORM}`, { name: 'Renamed' }, { headers: { 'If-Match': tag } })
	expect(changed.status).toBe(200)
	const audit_id = await auditOf(changed)
	const row = await env.DB.prepare('SELECT org_id, target_id FROM audit_logs WHERE id = ?').bind(audit_id).first()
	expect(row).toEqual({ org_id: null, target_id: id })
	expect((await root.post(`/v1/admin/audit-logs/${audit_id}/revert`)).status).toBe(200)
	expect((await root.get(`${path}${OF_PLATFORM}`)).body.name).toBe('Sold')
})

test('the platform has a limit of its own in rows and in bytes of settings', async () => {
	const root = await admin()
	const { path } = await providerAt(root, 'platform', 'Full')
	const large = { advanced_json: { text: 'x'.repeat(30_000) } }
	const models = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`m-${index}`, large]))
	const config = configuration(root, PLATFORM_PATH)
	const document = (more: object) => ({
		version: 1,
		llm_providers: { Full: { provider: 'vendor_a', models: { ...models, ...more } } },
	})
	expect((await config.put(document({}), { mode: 'merge' })).status).toBe(200)
	const reached = { status: 409, body: { details: { reason: 'limit.reached', key: 'platform.settings_bytes' } } }
	const more = { model: 'more', ...large }
	expect(await root.post(`${path}/models${OF_PLATFORM}`, more)).toMatchObject(reached)
	expect(await config.plan(document({ more: large }), { mode: 'merge' })).toMatchObject(reached)
	const { id } = (await root.post(`${path}/models${OF_PLATFORM}`, { model: 'small' })).body
	expect(await root.patch(`${path}/models/${id}${OF_PLATFORM}`, large)).toMatchObject(reached)
	expect((await root.patch(`${path}/models/${id}${OF_PLATFORM}`, { priority: 2 })).status).toBe(200)
	// A revert brings back no more than there is room for, and what makes room is never refused.
	const revert = async (changed: Parameters<typeof auditOf>[0]) =>
		root.post(`/v1/admin/audit-logs/${await auditOf(changed)}/revert`)
	const named = async (model: string) =>
		(await root.get(`${path}${OF_PLATFORM}`)).body.models.find((one: { model: string }) => one.model === model)
	const [first, second] = [await named('m-0'), await named('m-1')]
	const removed = await root.delete(`${path}/models/${first.id}${OF_PLATFORM}`)
	const added = await root.post(`${path}/models${OF_PLATFORM}`, more)
	expect(await revert(removed)).toMatchObject(reached)
	expect((await revert(added)).status).toBe(200)
	const emptied = await root.patch(`${path}/models/${second.id}${OF_PLATFORM}`, { advanced_json: {} })
	expect((await revert(removed)).status).toBe(200)
	expect((await root.post(`${path}/models${OF_PLATFORM}`, more)).status).toBe(201)
	expect(await revert(emptied)).toMatchObject(reached)
	const owner = await user()
	const own = await providerAt(owner, 'org', 'Own')
	expect((await owner.post(`${own.path}/models`, more)).status).toBe(201)
})

test("an org's settings have the same limit in bytes, and what it has can be read and deleted", async () => {
	const owner = await user()
	const { path } = await providerAt(owner, 'org', 'Full')
	const large = { advanced_json: { text: 'x'.repeat(30_000) } }
	const named = (index: number) => ({ model: `m-${index}`, ...large })
	for (let index = 0; index < 33; index += 1)
		expect((await owner.post(`${path}/models`, named(index))).status).toBe(201)
	const reached = { status: 409, body: { details: { reason: 'limit.reached', key: 'org.settings_bytes' } } }
	expect(await owner.post(`${path}/models`, named(33))).toMatchObject(reached)
	expect(await owner.patch(path, large)).toMatchObject(reached)
	const config = configuration(owner, `/v1/orgs/${owner.org_id}/config`)
	const document = { version: 1, llm_providers: { Full: { provider: 'vendor_a', models: { more: large } } } }
	expect(await config.plan(document, { mode: 'merge' })).toMatchObject(reached)
	const [first] = (await owner.get(path)).body.models
	const removed = await owner.delete(`${path}/models/${first.id}`)
	expect((await owner.post(`${path}/models`, named(33))).status).toBe(201)
	const revert = `/v1/orgs/${owner.org_id}/audit-logs/${removed.headers.get('Audit-Id')}/revert`
	expect(await owner.post(revert)).toMatchObject(reached)
	expect((await owner.delete(path)).status).toBe(200)
})

test('a stdio config of the platform is written by a platform admin, and reverted by one', async () => {
	const root = await admin()
	const operations = await operator(['operations'])
	const process = { name: 'files', transport: 'stdio', command: 'run' }
	expect(await operations.post(`${MCP}${OF_PLATFORM}`, process)).toMatchObject(lacks('platform_admin'))
	const made = await root.post(`${MCP}${OF_PLATFORM}`, process)
	expect(made.status).toBe(201)
	const path = `${MCP}/${made.body.id}${OF_PLATFORM}`
	for (const change of [
		{ command: 'other' },
		{ args: ['-x'] },
		{ cwd: '/srv' },
		{ env: { A: 'b' } },
		{ inherit_parent_env: true },
	])
		expect([change, await operations.patch(path, change)]).toMatchObject([change, lacks('platform_admin')])
	expect((await operations.patch(path, { name: 'renamed' })).status).toBe(200)
	const changed = await root.patch(path, { command: 'other' })
	expect(changed.status).toBe(200)
	const audit_id = await auditOf(changed)
	const revert = `/v1/admin/audit-logs/${audit_id}/revert`
	expect(await operations.post(revert)).toMatchObject(lacks('platform_admin'))
	expect((await root.post(revert)).status).toBe(200)
	const remote = await configAt(operations, 'platform', 'remote')
	expect((await operations.patch(`${remote.path}${OF_PLATFORM}`, { args: ['-x'] })).status).toBe(200)
})

test('a document from before the sections existed leaves them alone, also with exact and in a restore', async () => {
	const root = await admin()
	const config = configuration(root, PLATFORM_PATH)
	const flag = unique('flag')
	expect(
		(await config.put({ version: 1, feature_flags: { [flag]: { default_value: true } } }, { mode: 'merge' })).status,
	).toBe(200)
	const { number } = (await config.revisions())[0]
	await rewriteRevision('platform', number, ({ llm_providers: _, mcp_configs: __, ...document }) => document)
	await providerAt(root, 'platform', 'Sold', { small: {} })
	await configAt(root, 'platform', 'shared')
	const { llm_providers, mcp_configs, ...older } = await config.get()
	expect([Object.keys(llm_providers), Object.keys(mcp_configs)]).toEqual([['Sold'], ['shared']])
	expect((await config.put(older, { mode: 'exact' })).body.changes).toEqual([])
	expect((await config.restore(number)).status).toBe(200)
	const after = await config.get()
	expect([Object.keys(after.llm_providers), Object.keys(after.mcp_configs)]).toEqual([['Sold'], ['shared']])
})

test('a plan and a dry run warn of an entitlement that no plan sells as a boolean, and of a price without output or beyond a billionth', async () => {
	const root = await admin()
	const config = configuration(root, PLATFORM_PATH)
	const key = unique('models.sold')
	const provider = (entitlement: string, more: object = {}) => ({
		Sold: { provider: 'vendor_a', api_key: secret(PLATFORM_KEY), models: { best: { entitlement, ...more } } },
	})
	const warnings = async (document: object) =>
		(await config.plan({ version: 1, ...document }, { mode: 'merge' })).body.warnings.map(
			({ reason, key: entry }: { reason: string; key: string }) => [reason, entry],
		)
	const unsold = [['entitlement_key', 'Sold']]
	expect(await warnings({ llm_providers: provider(key) })).toEqual(unsold)
	const sold = (value_type: string) => ({
		plans: { [unique('plan')]: { display_name: 'A plan', entitlements: { [key]: { value: 'true', value_type } } } },
		llm_providers: provider(key),
	})
	expect(await warnings(sold('string'))).toEqual(unsold)
	expect(await warnings(sold('boolean'))).toEqual([])
	expect(await warnings({ llm_providers: provider(key, { cost_per_1k_input: 1 }) })).toEqual([
		...unsold,
		['incomplete', 'Sold'],
	])
	// It counts in whole billionths of a dollar.
	const rounded = provider(key, { cost_per_1k_input: 0.0000000004, cost_per_1k_output: 0.00025 })
	expect(await warnings({ llm_providers: rounded })).toEqual([...unsold, ['incomplete', 'Sold']])
	const { path } = await providerAt(root, 'platform', 'Sold')
	const tried = async (entitlement: string, prices: object = {}) =>
		(
			await root.post(
				`${path}/models${OF_PLATFORM}`,
				{ model: 'best', entitlement, ...prices },
				{ headers: { 'Dry-Run': 'true' } },
			)
		).body.effects
	const effect = `No plan has the boolean entitlement ${key}, so only an override gives what needs it.`
	expect(await tried(key)).toEqual([effect])
	await create.plan({ entitlements: [{ key, value: 'true', value_type: 'boolean' }] })
	expect(await tried(key)).toEqual([])
	const halfPriced = 'best has a price for input and none for output.'
	expect(await tried(key, { cost_per_1k_input: 0.001 })).toEqual([halfPriced])
	expect(await tried(key, { cost_per_1k_input: 0.001, cost_per_1k_output: 0.002 })).toEqual([])
})
