import { env } from 'cloudflare:workers'
import type { Reply } from './api.ts'
import { admin, unique } from './world.ts'

/** A disabled endpoint for every event of the org: its deliveries are skipped. Without one, a run leaves no event. */
export const subscribe = (org_id: string) =>
	env.DB.prepare(
		"INSERT INTO webhook_endpoints (id, org_id, url, events, enabled, public_key, created_at) VALUES (?, ?, '', '[\"*\"]', 0, '', '')",
	)
		.bind(unique('whe'), org_id)
		.run()

/** A new org with `balance` credits, in which runs can be reported, and which subscribes to every event. */
export async function runner(balance = 0, { isSubscribed = true } = {}) {
	const root = await admin()
	const { id: org_id } = (await root.post('/v1/admin/orgs', { name: unique('org') })).body
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
		events: async () =>
			(
				await env.DB.prepare('SELECT type, data FROM events WHERE org_id = ? ORDER BY id')
					.bind(org_id)
					.all<{ type: string; data: string }>()
			).results.map(({ type, data }) => ({ type, data: JSON.parse(data) })),
		usage: async (month = '') => (await root.get(`/v1/orgs/${org_id}/usage/summary${month}`)).body,
	}
}
