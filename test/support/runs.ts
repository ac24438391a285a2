import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Api, Reply } from './api.ts'
import { admin, unique } from './world.ts'

/** A disabled endpoint for every event of the org: its deliveries are skipped. Without one, a run leaves no event. */
export const subscribe = (org_id: string) =>
	env.DB.prepare(
		"INSERT INTO webhook_endpoints (id, org_id, url, events, enabled, public_key, created_at) VALUES (?, ?, '', '[\"*\"]', 0, '', '')",
	)
		.bind(unique('whe'), org_id)
		.run()

/** A new org without members. */
export const newOrg = async (): Promise<string> =>
	(await (await admin()).post('/v1/admin/orgs', { name: unique('org') })).body.id

/** Gives the caller's org the provider `main`. The result adds a model to it. */
export async function providing(caller: Pick<Api, 'post'>) {
	const provider = { name: 'main', provider: 'vendor_a', api_key: 'sk-0123456789abcdef' }
	const { id } = (await caller.post('/v1/llm-providers', provider)).body
	const path = `/v1/llm-providers/${id}`
	const addModel = async (model: string, multiplier: number): Promise<{ id: string }> => {
		const { status, body } = await caller.post(`${path}/models`, { model, multiplier })
		expect(status).toBe(201)
		return body
	}
	return { path, addModel }
}

/** The events of an org, oldest first. */
export async function eventsOf(org_id: string) {
	const { results } = await env.DB.prepare('SELECT type, data FROM events WHERE org_id = ? ORDER BY id')
		.bind(org_id)
		.all<{ type: string; data: string }>()
	return results.map(({ type, data }) => ({ type, data: JSON.parse(data) }))
}

/** A new org with `balance` credits, in which runs can be reported, and which subscribes to every event. */
export async function runner(
	balance = 0,
	{ isSubscribed = true, org_id: of }: { isSubscribed?: boolean; org_id?: string | undefined } = {},
) {
	const [root, org_id] = [await admin(), of ?? (await newOrg())]
	if (isSubscribed) await subscribe(org_id)
	if (balance > 0) await root.post('/v1/admin/credits/adjust', { org_id, amount: balance })
	return {
		root,
		org_id,
		/** A completed run of the org unless `fields` say otherwise. */
		run: (fields: object = {}) => ({ run_id: unique('run'), org_id, status: 'completed', model: 'model-a', ...fields }),
		report: (body: unknown, options: { headers?: Record<string, string> } = {}): Promise<Reply> =>
			root.post('/v1/runtime/runs', body, options),
		read: async (run_id: string) => (await root.get(`/v1/admin/runs/${run_id}`)).body,
		credits: async () => (await root.get(`/v1/admin/credits?org_id=${org_id}&limit=200`)).body,
		events: () => eventsOf(org_id),
		usage: async (month = '') => (await root.get(`/v1/orgs/${org_id}/usage/summary${month}`)).body,
	}
}
