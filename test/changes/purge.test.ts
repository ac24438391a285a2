import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { configuration, orgPath, secret } from '../support/configuration.ts'
import { keyFor, newLlm, refused, revert } from '../support/reverts.ts'
import { admin, unique, world } from '../support/world.ts'

// `?purge=true` on a deletion: the secret is gone at once, and nothing brings it back.

const here = await world()
const root = await admin()
const { owner } = here

const TOOL = '/v1/tool-providers/web_search/web_search.keyed/credential?scope=org'
const SIGNING = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD']

const replacedOf = async (row: string) =>
	(await env.DB.prepare('SELECT id FROM replaced_secrets WHERE row_id = ?').bind(row).all()).results.length
const sealedOf = async (row: string) =>
	(await env.DB.prepare('SELECT row_id FROM secrets WHERE row_id = ?').bind(row).all()).results.length

const llm = async () => {
	const { id } = (await owner.post('/v1/llm-providers', newLlm())).body
	const path = `/v1/llm-providers/${id}`
	return { path, row: id, replaced: await owner.patch(path, { api_key: keyFor() }) }
}

/** Creates a thing with a secret, then replaces it. Returns where it is deleted, its row in the vault, and the replacement. */
const makers: Record<
	string,
	() => Promise<{ path: string; row: string; replaced: Awaited<ReturnType<typeof owner.post>> }>
> = {
	'an LLM provider': llm,
	'an MCP config': async () => {
		const url = `https://mcp.example.com/mcp?token=${keyFor()}`
		const given = { name: unique('mcp'), transport: 'streamable_http', url, bearer_token: keyFor() }
		const { id } = (await owner.post('/v1/mcp-configs', given)).body
		const path = `/v1/mcp-configs/${id}`
		return { path, row: id, replaced: await owner.patch(path, { url: `${url}2`, bearer_token: keyFor() }) }
	},
	'a webhook endpoint': async () => {
		const given = { url: `https://${unique('hooks')}.example.com`, events: ['*'], secret: SIGNING[0] }
		const { id } = (await owner.post('/v1/webhook-endpoints', given)).body
		const path = `/v1/webhook-endpoints/${id}`
		return { path, row: id, replaced: await owner.patch(path, { secret: SIGNING[1] }) }
	},
	'the credential of a tool provider': async () => {
		await owner.put(TOOL, { api_key: keyFor() })
		const replaced = await owner.put(TOOL, { api_key: keyFor() })
		return { path: TOOL, row: `${here.org_id} web_search.keyed`, replaced }
	},
	'a configuration entry': async () => {
		const path = '/v1/admin/config-entries/web_fetch.api_key'
		await root.put(path, { value: keyFor() })
		return { path, row: 'web_fetch.api_key', replaced: await root.put(path, { value: keyFor() }) }
	},
}

const purging = (path: string) => `${path}${path.includes('?') ? '&' : '?'}purge=true`

test.for(Object.entries(makers))('purging %s forgets its secrets, and no revert brings them back', async ([, make]) => {
	const { path, row, replaced } = await make()
	const caller = path.includes('/admin/') ? root : owner
	expect([await sealedOf(row), await replacedOf(row)]).toEqual([expect.any(Number), expect.any(Number)])
	expect(await replacedOf(row)).toBeGreaterThan(0)
	const before = [await sealedOf(row), await replacedOf(row)]
	expect((await caller.delete(purging(path), { headers: { 'Dry-Run': 'true' } })).status).toBe(200)
	expect([await sealedOf(row), await replacedOf(row)]).toEqual(before)
	expect((await caller.delete(`${purging(path)}1`)).status).toBe(400)
	expect([await sealedOf(row), await replacedOf(row)]).toEqual(before)

	const deleted = await caller.delete(purging(path))
	expect([200, 204]).toContain(deleted.status)
	expect([await sealedOf(row), await replacedOf(row)]).toEqual([0, 0])
	for (const change of [deleted, replaced]) {
		expect(change.headers.get('Audit-Id')).toMatch(/^aud_/)
		expect(await revert(caller, change)).toMatchObject(refused('audit.not_kept'))
		const states = env.DB.prepare('SELECT 1 FROM audit_states WHERE audit_id = ?').bind(change.headers.get('Audit-Id'))
		expect((await states.all()).results).toEqual([])
	}
})

test('a deletion without purge keeps the secret as before', async () => {
	const { path, row } = await llm()
	const deleted = await owner.delete(`${path}?purge=false`)
	expect(await replacedOf(row)).toBeGreaterThan(0)
	expect((await revert(owner, deleted)).status).toBe(200)
	expect(await sealedOf(row)).toBe(1)
})

test("a purge can't wait for a confirmation", async () => {
	const { path, row } = await llm()
	expect(await owner.delete(purging(path), { headers: { 'Confirm-Within': '60' } })).toMatchObject({
		status: 400,
		body: { details: { fields: [{ path: 'purge' }] } },
	})
	expect(await sealedOf(row)).toBe(1)
})

test('a restore cannot bring a purged secret back', async () => {
	const mine = await world()
	const { put, restore } = configuration(mine.owner, orgPath(mine))
	const entry = (value: unknown) => ({ version: 1, llm_providers: { acme: { provider: 'vendor_a', api_key: value } } })
	const { revision } = (await put(entry(secret(keyFor())))).body
	const [{ id }] = (await mine.owner.get('/v1/llm-providers')).body
	expect((await mine.owner.delete(`/v1/llm-providers/${id}?purge=true`)).status).toBe(200)
	const response = await restore(revision)
	expect(response).toMatchObject({ status: 409, body: { error: 'conflict' } })
	expect(JSON.stringify(response.body)).toContain('acme')
})
