import { type Here, PERIOD, quiet, type Row, type Rows } from './row.ts'

// Spec 4.10: webhook endpoints, their deliveries, the event types.

const PATH = '/v1/webhook-endpoints'
const read: Pick<Row, 'access' | 'stranger'> = { access: 'signed_in', stranger: 'not found' }
const change: Pick<Row, 'access' | 'stranger'> = { access: 'permission:org.settings', stranger: 'not found' }

// No sample's subscription expires, so no other sample causes a delivery to it.
const newEndpoint = { url: 'https://hooks.example.com', events: ['subscription.expired'] }

const endpoint = async ({ owner }: Here): Promise<{ endpoint_id: string }> => ({
	endpoint_id: (await owner.post(PATH, newEndpoint)).body.id,
})

/** An endpoint with a ping that hasn't been sent. */
async function delivery(here: Here) {
	const { endpoint_id } = await endpoint(here)
	const ping = await here.owner.post(`${PATH}/${endpoint_id}/test`, undefined, quiet)
	return { endpoint_id, delivery_id: ping.body.id as string }
}

export const webhooks: Rows = {
	'POST /v1/webhook-endpoints': { ...change, stranger: 'its own', write: () => ({ body: newEndpoint, status: 201 }) },
	'GET /v1/webhook-endpoints': {
		...read,
		stranger: 'its own',
		read: async (here) => {
			await endpoint(here)
			return {}
		},
	},
	'GET /v1/webhook-endpoints/{endpoint_id}': { ...read, read: async (here) => ({ at: await endpoint(here) }) },
	'PATCH /v1/webhook-endpoints/{endpoint_id}': {
		...change,
		write: async (here) => ({ at: await endpoint(here), body: { enabled: false } }),
	},
	'DELETE /v1/webhook-endpoints/{endpoint_id}': { ...change, write: async (here) => ({ at: await endpoint(here) }) },
	'GET /v1/webhook-event-types': {
		...read,
		stranger: 'the same',
		read: () => ({}),
		d1: { warm: 0, why: 'The list is part of the code' },
	},
	'GET /v1/webhook-endpoints/{endpoint_id}/deliveries': {
		...read,
		read: async (here) => {
			const at = await delivery(here)
			return ['', 'status=dead', PERIOD, `status=dead&${PERIOD}`].map((query) => ({ at, query }))
		},
	},
	'GET /v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}': {
		...read,
		read: async (here) => ({ at: await delivery(here) }),
	},
	'POST /v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver': {
		...change,
		write: async (here) => ({ at: await delivery(here), status: 202 }),
	},
	'POST /v1/webhook-endpoints/{endpoint_id}/test': {
		...change,
		write: async (here) => ({ at: await endpoint(here), status: 202 }),
	},
	'POST /v1/webhook-endpoints/{endpoint_id}/recover': {
		...change,
		write: async (here) => ({ at: await endpoint(here), body: { since: '2026-01-01T00:00:00Z' } }),
	},
	'POST /v1/webhook-endpoints/{endpoint_id}/backfill': {
		...change,
		write: async (here) => ({
			at: await endpoint(here),
			body: { from: '2026-01-01T00:00:00Z', to: '2126-01-01T00:00:00Z' },
		}),
		d1: { warm: 2, why: 'It reads the runs, whose ids give those of the events' },
	},
	'POST /v1/webhook-endpoints/{endpoint_id}/rotate-key': {
		...change,
		write: async (here) => ({ at: await endpoint(here) }),
		d1: { warm: 2, why: 'It reads the present key, to keep it for a day' },
	},
}
