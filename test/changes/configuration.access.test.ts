import { expect, test } from 'vitest'
import { acme, configuration, KEY, ofOrg, orgPath, PLATFORM_PATH, secret } from '../support/configuration.ts'
import { operator } from '../support/operators.ts'
import { admin, create, unique, world } from '../support/world.ts'

// Who can use a configuration, what an org can change in it, and the base that an apply needs.

test("only platform admins and members with both permissions can use an org's configuration", async () => {
	const { admin: root, owner, member, stranger, org_id } = await world()
	const path = orgPath({ org_id })
	for (const scopes of [['org.settings'], ['data.secrets']]) {
		const key = await owner.post('/v1/api-keys', { name: unique('key'), scopes })
		const { status, body } = await owner.get(path, { headers: { Authorization: `Bearer ${key.body.key}` } })
		const missing = scopes[0] === 'org.settings' ? 'data.secrets' : 'org.settings'
		expect({ status, body }).toMatchObject({ status: 403, body: { details: { permission: missing } } })
	}
	expect((await member.get(path)).status).toBe(403)
	expect((await stranger.get(path)).status).toBe(404)
	expect((await owner.get(PLATFORM_PATH)).status).toBe(403)
	expect((await root.get(path)).status).toBe(200)
	expect((await root.get(orgPath({ org_id: 'org_nothing' }))).status).toBe(404)
})

test('a plan of somebody who could not apply it is the same for a right and a wrong guess at a stored secret', async () => {
	const { owner, put, plan } = await ofOrg()
	expect((await put(acme())).status).toBe(200)
	const root = await admin()
	const config = unique('partner')
	const entry = (value: string) => ({
		version: 1,
		config_entries: { [`${config}.password`]: { value: secret(value) } },
	})
	await root.put(`/v1/admin/config-entries/${config}.password`, { value: KEY })
	const guess = (value: string) => acme({ api_key: secret(value) })
	expect((await plan(guess(KEY), { mode: 'merge' })).body.changes).toEqual([])
	// The owner of another org holds the permissions there, and reads here as an operator only.
	for (const roles of [['auditor'], ['support', 'billing']]) {
		const one = await operator(roles)
		for (const [path, document] of [
			[orgPath(owner), guess],
			[PLATFORM_PATH, entry],
		] as const) {
			const planned = async (value: string) =>
				(await configuration(one, path).plan(document(value), { mode: 'merge' })).body
			const right = await planned(KEY)
			expect(right.changes, JSON.stringify(right)).toMatchObject([{ action: 'update' }])
			expect(right).toEqual(await planned('another-guess-1'))
		}
	}
})

test("who couldn't apply a document sees no token in a URL of it, and the owner does", async () => {
	const { owner, get, put, revisions } = await ofOrg()
	const token = unique('token')
	const url = `https://tools.example.com/in?key=${token}`
	const mcp_configs = { tools: { transport: 'streamable_http', url } }
	const webhook_endpoints = { [url]: { events: ['*'] }, [`${url}2`]: { events: ['*'] } }
	expect((await put({ version: 1, mcp_configs, webhook_endpoints })).status).toBe(200)
	const root = await admin()
	await root.post('/v1/mcp-configs?scope=platform', { name: token, ...mcp_configs.tools })
	const [{ number }] = await revisions()
	const one = await operator(['auditor'])
	for (const path of [orgPath(owner), PLATFORM_PATH]) {
		const read = configuration(one, path)
		const document = await read.get()
		const emptied = await read.plan({ version: 1, mcp_configs: {} }, { sections: ['mcp_configs'] })
		const revision = path === PLATFORM_PATH ? {} : (await one.get(`${path}/revisions/${number}`)).body
		const texts = [document, emptied.body, revision].map((body) => JSON.stringify(body))
		expect(texts.map((text) => text.includes(`=${token}`))).toEqual([false, false, false])
		expect(emptied.body.changes.length).toBeGreaterThan(0)
		expect((await read.plan(document)).body.changes).toEqual([])
	}
	const masked = 'https://tools.example.com/in?key=****'
	const { document } = (await one.get(`${orgPath(owner)}/revisions/${number}`)).body
	for (const { webhook_endpoints: shown } of [await configuration(one, orgPath(owner)).get(), document])
		expect(Object.keys(shown)).toEqual([masked, `${masked}#2`])
	expect(await get()).toMatchObject({ mcp_configs: { tools: { url } } })
	expect(Object.keys((await get()).webhook_endpoints)).toEqual(Object.keys(webhook_endpoints))
	for (const caller of [root, await operator(['operations'])])
		expect((await configuration(caller, PLATFORM_PATH).get()).mcp_configs[token].url).toBe(url)
	expect(
		(
			await root.delete(
				`/v1/mcp-configs/${(await root.get('/v1/mcp-configs?scope=platform')).body[0].id}?scope=platform`,
			)
		).status,
	).toBe(200)
})

test('an org sees its overrides, and only operators can change them', async () => {
	const { owner, get, plan, put } = await ofOrg()
	await create.override(owner.org_id)
	const document = await get()
	expect((await put({ ...document, ...acme() })).status).toBe(200)
	document.entitlement_overrides['quota.runs_per_month'].value = '99'
	for (const response of [await plan(document), await put(document)])
		expect(response).toMatchObject({
			status: 403,
			body: { details: { permission: 'people.write', sections: ['entitlement_overrides'] } },
		})
	expect((await put({ version: 1, entitlement_overrides: {} })).status).toBe(403)
	const root = configuration(await admin(), orgPath(owner))
	expect((await root.put({ version: 1, entitlement_overrides: document.entitlement_overrides })).status).toBe(200)
	expect((await get()).entitlement_overrides['quota.runs_per_month'].value).toBe('99')
})

test('an apply requires the base it was planned from', async () => {
	const { owner, plan, put } = await ofOrg()
	const { base } = (await plan(acme())).body
	for (const headers of [{}, { 'If-Match': '*' }])
		expect(await owner.put(orgPath(owner), { document: acme() }, { headers })).toMatchObject({
			status: 400,
			body: { details: { reason: 'configuration.if_match_required', fields: [{ path: 'If-Match' }] } },
		})
	expect((await put(acme(), { base: '"something else"' })).status).toBe(412)
	await owner.post('/v1/ip-rules', { type: 'blocklist', cidr: '203.0.113.0/24' })
	expect((await put(acme(), { base })).status).toBe(412)
	const { body: fresh } = await plan(acme())
	// A proxy may make the tag weak.
	const done = await put(acme(), { base: `"other", W/${fresh.base}`, mode: 'merge' })
	expect(done.status).toBe(200)
	expect(done.headers.get('ETag')).toBe(`"${done.body.hash}"`)
	expect((await owner.get(orgPath(owner), { headers: { 'If-None-Match': `"${done.body.hash}"` } })).status).toBe(304)
})
