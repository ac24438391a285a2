import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { acme, configuration, KEY, ofOrg, orgPath, secret } from '../support/configuration.ts'
import { withD1 } from '../support/d1.ts'
import worker from '../support/program.ts'
import { admin, create } from '../support/world.ts'

// Revisions, and restoring an older document.

interface Revision {
	number: number
	kind: string
}

const kinds = (revisions: Revision[]) => revisions.map(({ number, kind }) => [number, kind])

test('an apply stores its document as a revision, and before it the state that single calls made', async () => {
	const { owner, get, put, revisions } = await ofOrg()
	await owner.post('/v1/mcp-configs', { name: 'by-hand', transport: 'stdio', command: 'x' })
	const found = await get()
	const first = await put(acme(), { mode: 'merge' })
	const second = await put(acme({ base_url: 'https://a.example.com' }), { mode: 'merge' })
	expect([first.body.revision, second.body.revision]).toEqual([2, 3])
	const listed = await revisions()
	expect(kinds(listed)).toEqual([
		[3, 'apply'],
		[2, 'apply'],
		[1, 'found'],
	])
	expect(listed[0]).toMatchObject({ actor_user_id: owner.user_id, change_count: 1, hash: second.body.hash })
	expect(listed[2]).toMatchObject({ actor_user_id: null, change_count: null })
	const path = `${orgPath(owner)}/revisions`
	expect((await owner.get(`${path}/1`)).body.document).toEqual(found)
	expect((await owner.get(`${path}/3`)).body.document).toEqual(await get())
	const page = await owner.get(`${path}?limit=2`)
	const next = await owner.get(`${path}?limit=2&cursor=${page.headers.get('Next-Cursor')}`)
	expect(kinds([...page.body, ...next.body])).toEqual(kinds(listed))
	for (const number of ['0', '9', '-1', 'x', '1.5', '1e0', '99999999999'])
		expect((await owner.get(`${path}/${number}`)).status).toBe(404)
	expect((await owner.post(`${path}/9/restore`)).status).toBe(404)
})

test('a restore brings back the document with its secrets, even of deleted entries', async () => {
	const { owner, get, put, restore, revisions } = await ofOrg()
	const url = 'https://hooks.example.com/a'
	await put({
		...acme({ models: { small: { is_default: true } } }),
		mcp_configs: { files: { transport: 'stdio', command: 'run', env: secret({ A: 'b', C: 'd' }) } },
		webhook_endpoints: { [url]: { events: ['*'], secret: secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw') } },
	})
	const before = await get()
	await put({ ...acme({ api_key: secret('another-key') }), mcp_configs: {}, webhook_endpoints: {} })
	const restored = await restore(2)
	expect(restored.status).toBe(200)
	expect(await get()).toEqual(before)
	expect(kinds(await revisions())[0]).toEqual([4, 'restore'])
	expect((await revisions())[0]).toMatchObject({ restored_from: 2, change_count: 3 })
	// The restored secret can be opened in its new place.
	const { results } = await env.DB.prepare(
		"SELECT s.row_id FROM secrets s JOIN mcp_configs m ON m.id = s.row_id WHERE m.org_id = ? AND s.column_name = 'env'",
	)
		.bind(owner.org_id)
		.all()
	expect(results).toHaveLength(1)
	// Restoring the revision before the restore is a redo.
	await restore(3)
	expect(await get()).toMatchObject({ mcp_configs: {}, webhook_endpoints: {} })
})

test('a restore brings back a secret that a single call replaced or deleted', async () => {
	const { owner, put, restore, get } = await ofOrg()
	await put(acme())
	const before = await get()
	const [{ id }] = (await owner.get('/v1/llm-providers')).body
	await owner.patch(`/v1/llm-providers/${id}`, { api_key: 'replaced-by-a-single-call' })
	expect((await restore(2)).status).toBe(200)
	expect(await get()).toEqual(before)
	await owner.delete(`/v1/llm-providers/${id}`)
	expect((await restore(2)).status).toBe(200)
	expect(await get()).toEqual(before)
	// The single call's key was in the state that the first restore found.
	expect((await restore(3)).status).toBe(200)
	expect(await get()).not.toEqual(before)
})

test('a restore whose secret is no longer kept returns 409 and names it', async () => {
	const { owner, put, restore, get } = await ofOrg()
	await put(acme())
	const [{ id }] = (await owner.get('/v1/llm-providers')).body
	await put(acme({ api_key: secret('another-key-again') }))
	await env.DB.prepare('DELETE FROM replaced_secrets WHERE row_id = ?').bind(id).run()
	const before = await get()
	expect(await restore(2)).toMatchObject({
		status: 409,
		body: { details: { reason: 'configuration.secret_gone', secrets: ['llm_providers.acme.api_key'] } },
	})
	expect(await get()).toEqual(before)
})

test('replaced secrets are kept for 30 days', async () => {
	const { owner, put, restore } = await ofOrg()
	await put(acme())
	await put(acme({ api_key: secret('another-key') }))
	const [{ id }] = (await owner.get('/v1/llm-providers')).body
	const kept = () => env.DB.prepare('SELECT * FROM replaced_secrets WHERE row_id = ?').bind(id).all()
	expect((await kept()).results).toHaveLength(1)
	expect(JSON.stringify((await kept()).results)).not.toContain(KEY)
	const afterDays = async (days: number) => {
		const at = new Date(Date.now() - days * 86_400_000).toISOString()
		await env.DB.batch([
			env.DB.prepare('UPDATE replaced_secrets SET replaced_at = ? WHERE row_id = ?').bind(at, id),
			env.DB.prepare("DELETE FROM jobs WHERE name = 'retention'"),
		])
		await worker.scheduled({} as ScheduledController, env)
		return (await kept()).results.length
	}
	expect(await afterDays(29)).toBe(1)
	expect(await afterDays(31)).toBe(0)
	expect(await restore(2)).toMatchObject({
		status: 409,
		body: { details: { reason: 'configuration.secret_gone', secrets: ['llm_providers.acme.api_key'] } },
	})
})

test("an org admin's restore leaves overrides as they are", async () => {
	const { owner, put, restore, get } = await ofOrg()
	await put(acme())
	await create.override(owner.org_id)
	await put({ version: 1, llm_providers: {} })
	expect((await restore(2)).status).toBe(200)
	expect(await get()).toMatchObject({
		llm_providers: { acme: {} },
		entitlement_overrides: { 'quota.runs_per_month': { value: '10' } },
	})
	const root = configuration(await admin(), orgPath(owner))
	expect((await root.restore(2)).status).toBe(200)
	expect((await get()).entitlement_overrides).toEqual({})
})

test('the newest thousand revisions are kept', async () => {
	const { owner, put, revisions } = await ofOrg()
	await put(acme())
	await env.DB.prepare('UPDATE configuration_revisions SET number = number + 1000 WHERE owner = ?')
		.bind(owner.org_id)
		.run()
	expect(kinds(await revisions())).toEqual([
		[1002, 'apply'],
		[1001, 'found'],
	])
	await put(acme({ base_url: 'https://a.example.com' }))
	await env.DB.prepare('UPDATE configuration_revisions SET number = number - 1000 WHERE owner = ? AND number = 1001')
		.bind(owner.org_id)
		.run()
	expect(kinds(await revisions()).at(-1)).toEqual([1, 'found'])
	await put(acme({ base_url: 'https://b.example.com' }))
	expect(kinds(await revisions()).at(-1)).toEqual([1002, 'apply'])
})

test('of ten concurrent restores one succeeds, and the others change nothing or return 412', async () => {
	const { put, restore, revisions } = await ofOrg()
	await put(acme())
	await put({ version: 1, llm_providers: {} })
	const responses = await Promise.all(Array.from({ length: 10 }, () => restore(2)))
	const made = responses.filter(({ status, body }) => status === 200 && body.changes.length > 0)
	expect(made).toHaveLength(1)
	for (const { status } of responses) expect([200, 412]).toContain(status)
	expect(kinds(await revisions())[0]).toEqual([4, 'restore'])
})

test("when D1 doesn't respond, an apply returns 503 and its retry is applied once", async () => {
	const { tag, put, get } = await ofOrg()
	const base = await tag()
	const lost = await withD1(
		() => Promise.reject(new Error('Network connection lost.')),
		() => put(acme(), { base }),
	)
	expect(lost.status).toBe(503)
	expect((await put(acme(), { base })).status).toBe(200)
	expect((await put(acme(), { base })).status).toBe(412)
	expect(Object.keys((await get()).llm_providers)).toEqual(['acme'])
})
