import { afterAll, describe, expect, test } from 'vitest'
import type { Reply } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { harmless, watched } from '../support/dry-run.ts'
import { clearEmail, configure, ports, reaching, recipient, sights, TEST } from '../support/email.ts'
import { create, unique, user, world } from '../support/world.ts'

const { admin, owner, member, org_id } = await world()

afterAll(clearEmail)

const dry = { headers: { 'Dry-Run': 'true' } }

interface Touching {
	kind: string
	what: string
	count: number
	names: string[]
}

describe('whom a change touches', () => {
	const touchedBy = async (call: (options: object) => Promise<Reply>) => {
		const { body } = await harmless((headers) => call({ headers }))
		return Object.fromEntries(
			body.affects.map(({ kind, what, count, names }: Touching) => [`${kind} ${what}`, [count, names]]),
		)
	}

	test('is counted by its dry run: the orgs of a flag and those with a value of their own', async () => {
		const flag = { key: unique('flag'), default_value: false }
		const { org_id: other } = await user('owner')
		const orgs = (await touchedBy((options) => admin.post('/v1/feature-flags', flag, options)))['feature_flags orgs']
		expect(orgs).toEqual([expect.any(Number), []])
		await admin.post('/v1/feature-flags', flag)
		for (const of of [org_id, other])
			await admin.post(`/v1/feature-flags/${flag.key}/org-overrides`, { org_id: of, enabled: true })
		const path = `/v1/feature-flags/${flag.key}`
		const on = { default_value: true }
		expect(await touchedBy((options) => admin.patch(path, on, options))).toEqual({
			'feature_flags orgs': orgs,
			'feature_flags org_overrides': [2, []],
		})
		expect(await counted(() => admin.patch(path, on, dry))).toMatchObject({ calls: 1 })
		expect(await touchedBy((options) => admin.patch(path, { default_value: false }, options))).toEqual({})
	})

	test('is counted by its dry run: who is on a plan, and the tool provider whose place another one takes', async () => {
		const { id: plan_id } = await create.plan()
		const path = `/v1/plans/${plan_id}`
		expect(await touchedBy((options) => admin.patch(path, { display_name: 'One' }, options))).toEqual({
			'plans subscribers': [0, []],
		})
		const period = { current_period_start: '2026-01-01T00:00:00Z', current_period_end: '2126-01-01T00:00:00Z' }
		const { org_id: other } = await user('owner')
		await admin.post('/v1/subscriptions', { org_id: other, plan_id, ...period })
		const entitlements = [{ key: 'limit.budgets', value: '7', value_type: 'integer' }]
		expect(await touchedBy((options) => admin.patch(path, { entitlements }, options))).toEqual({
			'plans subscribers': [1, []],
		})
		const tool = (name: string) => `/v1/tool-providers/web_search/${name}/activate?scope=org`
		await owner.put(tool('hosted'))
		expect(await touchedBy((options) => owner.put(tool('selfhosted'), undefined, options))).toEqual({
			'tool_providers deactivated': [1, ['web_search.hosted']],
		})
		await owner.put('/v1/tool-providers/web_search/hosted/deactivate?scope=org')
	})
})

describe('what happens outside of the database', () => {
	const effectsOf = async (
		call: (options: { headers: Record<string, string>; env: Partial<Env> }) => Promise<Reply>,
	) => {
		const { env: variables, touched } = watched()
		const response = await harmless((headers) => call({ headers, env: variables }))
		expect({ status: response.status, touched }).toEqual({ status: 200, touched: [] })
		return response.body.effects
	}

	test('is listed but not done', async () => {
		const activate = '/v1/tool-providers/web_search/hosted/activate?scope=org'
		expect(await effectsOf((options) => owner.put(activate, undefined, options))).toEqual([
			'Publishes the active provider of web search to every location.',
		])
		const published = await harmless((headers) => owner.put(activate, undefined, { headers, env: watched().env }))
		expect(published.body.effect_codes).toEqual([{ code: 'publishes_tool_group', values: { group: 'web_search' } }])
		const broadcast = { type: 'announcement', title: 'Title', body: 'Body', target: org_id }
		expect(await effectsOf((options) => admin.post('/v1/admin/notifications/broadcasts', broadcast, options))).toEqual([
			'Notifies 2 users.',
		])
		const hook = { url: 'https://hooks.example.com', events: ['*'] }
		const endpoint = `/v1/webhook-endpoints/${(await owner.post('/v1/webhook-endpoints', hook)).body.id}`
		expect(await effectsOf((options) => owner.post(`${endpoint}/test`, undefined, options))).toEqual([
			'Notifies 1 webhook endpoint.',
		])
		await owner.patch(endpoint, { enabled: false })
		expect(await effectsOf((options) => owner.patch(endpoint, { enabled: true }, options))).toEqual([
			'Notifies the webhook endpoint.',
		])
		await owner.patch(endpoint, { enabled: true })
		const { id: plan_id } = await create.plan()
		const period = { current_period_start: '2026-01-01T00:00:00Z', current_period_end: '2126-01-01T00:00:00Z' }
		expect(
			await effectsOf((options) => admin.post('/v1/subscriptions', { org_id, plan_id, ...period }, options)),
		).toEqual(['Notifies 1 webhook endpoint.'])
		await owner.delete(endpoint)
	})

	test("a mail isn't sent, and a missing mail server is refused as in a real call", async () => {
		await clearEmail()
		const post = (options: object) => admin.post(TEST, { to: recipient() }, options)
		expect(await post(dry)).toMatchObject({ status: 409, body: { details: { reason: 'email.not_configured' } } })
		await configure({ smtp_port: ports.plain })
		const seen = await sights('plain', async () => {
			const tested = await harmless((headers) => post({ env: reaching, headers }))
			expect(tested.body).toMatchObject({ status: 204, body: null, effects: [expect.stringContaining('test mail')] })
			expect(tested.body.changes).toMatchObject([{ target_type: 'email_config' }])
			const verified = await harmless((headers) =>
				member.post('/v1/me/email/verification', undefined, { env: reaching, headers }),
			)
			expect(verified.body).toMatchObject({ status: 202, effects: ['Sends a mail to your address.'] })
		})
		expect(seen).toEqual([])
	})

	test('no dry-run response contains a secret', async () => {
		const api_key = unique('sk-planted')
		const body = { name: unique('llm'), provider: 'vendor_a', api_key, base_url: 'https://api.example.com/v1' }
		const response = await harmless((headers) => owner.post('/v1/llm-providers', body, { headers }))
		expect(response.body.status).toBe(201)
		expect(JSON.stringify(response.body)).not.toContain(api_key)
	})
})
