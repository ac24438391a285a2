import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { dump } from '../support/dump.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { llmKeyPlace, purgeDeliveries, reseal, seal, systemContext } from '../support/program.ts'
import { keyFor, newLlm, opened, refused, revert } from '../support/reverts.ts'
import { world } from '../support/world.ts'

// What a revert brings back and never shows: API keys and the signing keys of endpoints.

const LOG = '/v1/admin/audit-logs'
const LLM = '/v1/llm-providers'
const HOOKS = '/v1/webhook-endpoints'

test('a replaced key comes back and is never shown, even after it was re-sealed', async () => {
	const { owner } = await world()
	const keys = [keyFor(), keyFor()] as [string, string]
	const { id } = (await owner.post(LLM, newLlm({ api_key: keys[0] }))).body
	const replaced = await owner.patch(`${LLM}/${id}`, { api_key: keys[1] })
	const ring = JSON.parse(env.SECRETS_KEYS) as unknown[]
	const older = await seal({ ...env, SECRETS_KEYS: JSON.stringify(ring.toReversed()) }, llmKeyPlace(id), keys[0])
	await env.DB.prepare('UPDATE replaced_secrets SET key_id = ?, sealed = ? WHERE row_id = ?')
		.bind(older.key_id, older.sealed, id)
		.run()
	await reseal(systemContext(env), NO_PLACE)
	const sealedBy = await env.DB.prepare('SELECT key_id FROM replaced_secrets WHERE row_id = ?')
		.bind(id)
		.first<string>('key_id')
	expect(sealedBy).not.toBe(older.key_id)
	const response = await revert(owner, replaced)
	expect(response.status).toBe(200)
	for (const key of keys) expect(JSON.stringify(response.body)).not.toContain(key)
	expect(await opened(id)).toBe(keys[0])
	await reseal(systemContext(env), NO_PLACE)
	expect(await opened(id)).toBe(keys[0])
	expect((await owner.post(`${LOG}/${response.body.id}/revert`)).status).toBe(200)
	expect(await opened(id)).toBe(keys[1])
})

test("a secret that's no longer kept, or whose sealing key is gone, doesn't come back", async () => {
	const { owner } = await world()
	const { id } = (await owner.post(LLM, newLlm())).body
	const replaced = await owner.patch(`${LLM}/${id}`, { api_key: keyFor() })
	const [current] = JSON.parse(env.SECRETS_KEYS) as { id: string }[]
	await env.DB.prepare("UPDATE replaced_secrets SET key_id = 'retired' WHERE row_id = ?").bind(id).run()
	expect(await revert(owner, replaced)).toMatchObject(refused('audit.secret_gone'))
	await env.DB.prepare('UPDATE replaced_secrets SET key_id = ? WHERE row_id = ?').bind(current?.id, id).run()
	await env.DB.prepare('DELETE FROM replaced_secrets WHERE row_id = ?').bind(id).run()
	expect(await revert(owner, replaced)).toMatchObject(refused('audit.secret_gone'))
})

test("a deleted endpoint comes back with its keys, before and after the purge, and the purge doesn't delete it again", async () => {
	const { owner } = await world()
	const made = (await owner.post(HOOKS, { url: 'https://hooks.example.com/?key=hidden', events: ['*'] })).body
	const before = await dump()
	for (const purge of [false, true]) {
		const deleted = await owner.delete(`${HOOKS}/${made.id}`)
		if (purge) await purgeDeliveries(systemContext(env))
		expect((await revert(owner, deleted)).status).toBe(200)
		expect(await dump()).toEqual(before)
		await purgeDeliveries(systemContext(env))
		expect((await owner.get(`${HOOKS}/${made.id}`)).body).toEqual(made)
	}
})
