import { expect, test } from 'vitest'
import type { RuntimeBinding } from '../../src/client/binding.ts'
import { keygen, Plinth, type PlinthEvent, type Store } from '../../src/client/runtime.ts'
import { ask, exact, spender } from '../support/admission.ts'
import { equipped, KEY } from '../support/questions.ts'
import { world } from '../support/world.ts'

// The client over the binding of a Worker. Over HTTP it's held to the cases of `test/client`.

/** The `Runtime` entrypoint as another Worker has it. Methods of `broken` throw, as a binding does whose Worker is gone. */
const bindingTo = (broken = new Set<string>()) =>
	new Proxy({} as RuntimeBinding, {
		get:
			(_, method: string) =>
			(...args: unknown[]) =>
				broken.has(method) ? Promise.reject(new Error('Network connection lost')) : ask(method, ...args),
	})

/** A store that shows what's in it. */
function openStore() {
	const texts = new Map<string, string>()
	const store: Store = {
		get: async (name) => texts.get(name),
		set: async (name, text) => texts.set(name, text),
		delete: async (name) => texts.delete(name),
		keys: async (prefix) => [...texts.keys()].filter((name) => name.startsWith(prefix)),
	}
	return { texts, store }
}

test('over a binding every question is answered, and afterwards also without Plinth, but no credential is stored', async () => {
	const { org_id, flag, model } = await equipped()
	const broken = new Set<string>()
	const { texts, store } = openStore()
	const events: PlinthEvent[] = []
	const onEvent = (event: PlinthEvent) => void events.push(event)
	const plinth = new Plinth({ binding: bindingTo(broken), store, store_secret: 'a-secret-of-the-test', onEvent })
	const ways = {
		resolveModel: () => plinth.resolveModel({ org_id, selector: model.selector }),
		listMcp: () => plinth.listMcp({ org_id }),
		flag: () => plinth.flag({ org_id, key: flag.key }),
	}
	for (const [method, question] of Object.entries(ways)) {
		const fresh = await question()
		expect(fresh.stale_since).toBeNull()
		broken.add(method)
		const { stale_since, ...known } = await question()
		expect(known).toEqual({ ...fresh, stale_since: undefined })
		expect(Date.parse(String(stale_since))).toBeGreaterThan(0)
	}
	expect(await plinth.resolveModel({ org_id, selector: model.selector })).toMatchObject({ api_key: KEY })
	expect(events.map(({ type }) => type)).toEqual(['stale', 'stale', 'stale', 'stale'])
	expect([...texts.keys()]).toHaveLength(1)
	expect([...texts.values()].join()).not.toContain(KEY)
	await expect(plinth.flag({ org_id, key: 'unknown.flag' }, { deadline_ms: 100 })).rejects.toMatchObject({
		name: 'Unavailable',
	})
	broken.clear()
	await expect(plinth.flag({ org_id, key: 'unknown.flag' })).rejects.toMatchObject({ name: 'Refused', status: 404 })
	await expect(plinth.resolveTool({ org_id, group: 'nothing' })).rejects.toMatchObject({
		name: 'Refused',
		reason: 'tool.not_configured',
	})
})

test('over a binding a run begins, is stopped by its budget, and is charged', async () => {
	const org = await spender({ balance: 1_000 })
	await org.budget({ scope: 'agent', subject: 'looper', limit: 15, window: 'day' })
	const plinth = new Plinth({ binding: bindingTo() })
	const run = await plinth.begin({ org_id: org.org_id, agent_id: 'looper' })
	expect(await run.progress({ total_cost_usd: 0.01 })).toMatchObject({ spent: { credits: 10 }, is_local: false })
	await expect(run.progress({ total_cost_usd: 0.02 })).rejects.toMatchObject({
		name: 'Stopped',
		reason: 'budget.exceeded',
		status: 402,
	})
	await run.end({ status: 'cancelled' })
	await plinth.flush()
	expect(await exact(org.org_id)).toEqual({ balance: 980, held: 0 })
})

test('keygen makes a pair of either curve whose public half an account takes', async () => {
	const { admin, org_id } = await world()
	const account = (
		await admin.post(`/v1/orgs/${org_id}/service-accounts`, { name: 'Runtime', scopes: ['runtime.resolve'] })
	).body
	for (const curve of ['P-256', 'X25519'] as const) {
		const { privateKey, publicKey } = await keygen(curve)
		expect(privateKey).toMatchObject({ ...publicKey, d: expect.any(String) })
		const path = `/v1/orgs/${org_id}/service-accounts/${account.id}/encryption-keys`
		expect(await admin.put(path, publicKey)).toMatchObject({ status: 201, body: { kid: publicKey.kid } })
	}
})

test('a store without a private key needs a secret', () => {
	const { store } = openStore()
	expect(() => new Plinth({ binding: bindingTo(), store })).toThrow('store_secret')
})
