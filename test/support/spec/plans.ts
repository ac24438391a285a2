import { create, unique } from '../world.ts'
import { type Here, money, peopleOrMoney, reads, type Row, type Rows, running } from './row.ts'

// Spec 4.4 to 4.6: plans, subscriptions, feature flags, entitlements.

const read: Pick<Row, 'access'> = { access: 'signed_in' }
const override = { key: 'a.b', value: 'true', value_type: 'boolean' }
const CACHED = { warm: 0, why: "An org's flags are kept for five seconds" }

const newOrg = async ({ admin }: Here): Promise<string> =>
	(await admin.post('/v1/admin/orgs', { name: unique('org') })).body.id

/** The one subscription of the samples' org. */
const subscription = ({ once, org_id }: Here) => once('subscription', () => create.subscription(org_id))

/** A flag that the samples' org overrides. */
const overridden = ({ admin, org_id, once }: Here) =>
	once('overridden', async () => {
		const flag = await create.featureFlag()
		await admin.post(`/v1/feature-flags/${flag.key}/org-overrides`, { org_id, enabled: true })
		return { key: flag.key as string }
	})

const newFlag = async () => ({ key: (await create.featureFlag()).key as string })

export const plans: Rows = {
	'GET /v1/plans': {
		...read,
		stranger: 'the same',
		read: async () => {
			await create.plan()
			return {}
		},
	},
	'GET /v1/plans/{id}': {
		...read,
		stranger: 'the same',
		read: async () => {
			const entitlements = [{ key: 'a.b', value: '1', value_type: 'integer' }]
			return { at: { id: (await create.plan({ entitlements })).id } }
		},
	},
	'POST /v1/plans': {
		...money,
		write: () => ({
			body: {
				name: unique('plan'),
				display_name: 'Plan',
				entitlements: [{ key: 'a.b', value: '1', value_type: 'integer' }],
			},
			status: 201,
		}),
	},
	'GET /v1/plans/subscriber-counts': {
		...reads,
		read: async () => {
			const { id } = await create.plan()
			return [{}, { query: `plan_id=${id}` }]
		},
	},
	'PATCH /v1/plans/{id}': {
		...money,
		write: async () => [
			{ at: { id: (await create.plan()).id }, body: { display_name: 'Another' } },
			{
				at: { id: (await create.plan({ entitlements: [{ key: 'c', value: '1', value_type: 'string' }] })).id },
				body: {
					entitlements: [
						{ key: 'z.y', value: '1', value_type: 'integer' },
						{ key: 'a.b', value: 'true', value_type: 'boolean' },
					],
				},
			},
		],
	},
	'DELETE /v1/plans/{id}': { ...money, write: async () => ({ at: { id: (await create.plan()).id } }) },
	'POST /v1/subscriptions': {
		...peopleOrMoney,
		write: async (here) => ({
			body: {
				org_id: await newOrg(here),
				plan_id: (await create.plan()).id,
				current_period_start: '2026-01-01T00:00:00Z',
				current_period_end: '2126-01-01T00:00:00Z',
			},
			status: 201,
		}),
	},
	'GET /v1/subscriptions': {
		...read,
		stranger: 'nothing',
		read: async (here) => {
			await subscription(here)
			const { id: plan_id } = await create.plan()
			const queries = [`org_id=${here.org_id}`, `plan_id=${plan_id}`, 'status=cancelled', 'starts=later']
			return [{}, { as: here.admin }, ...queries.map((query) => ({ as: here.admin, query }))]
		},
	},
	'GET /v1/subscriptions/{id}': {
		...read,
		stranger: 'not found',
		read: async (here) => ({ at: { id: (await subscription(here)).id } }),
	},
	'PATCH /v1/subscriptions/{id}': {
		...peopleOrMoney,
		write: async (here) => {
			const wanted = async () => ({ plan_id: (await create.plan()).id, current_period_end: '2127-01-01T00:00:00Z' })
			const at = async () => ({ id: (await create.subscription(await newOrg(here))).id })
			return [
				{ at: await at(), body: await wanted() },
				{ at: await at(), body: {}, isSame: true },
			]
		},
	},
	'DELETE /v1/subscriptions/{id}': {
		...peopleOrMoney,
		write: async (here) => ({ at: { id: (await create.subscription(await newOrg(here))).id } }),
	},

	'GET /v1/entitlement-keys': {
		...read,
		stranger: 'the same',
		read: () => ({}),
		d1: { warm: 0, why: 'The list is part of the code' },
	},

	'POST /v1/feature-flags': {
		...running,
		write: () => ({ body: { key: unique('flag'), default_value: true }, status: 201 }),
	},
	'GET /v1/feature-flags': { ...reads, read: () => ({}) },
	'GET /v1/feature-flags/{key}': { ...reads, read: async () => ({ at: await newFlag() }) },
	'PATCH /v1/feature-flags/{key}': {
		...running,
		write: async () => ({ at: await newFlag(), body: { default_value: true } }),
	},
	'DELETE /v1/feature-flags/{key}': { ...running, write: async () => ({ at: await newFlag() }) },
	'POST /v1/feature-flags/{key}/org-overrides': {
		...running,
		write: async ({ org_id }) => ({ at: await newFlag(), body: { org_id, enabled: true }, status: 201 }),
	},
	'GET /v1/feature-flags/{key}/org-overrides': {
		...reads,
		read: async (here) => ({ at: await overridden(here) }),
	},
	'GET /v1/feature-flags/{key}/org-overrides/{org_id}': {
		...reads,
		read: async (here) => ({ at: { ...(await overridden(here)), org_id: here.org_id } }),
	},
	'DELETE /v1/feature-flags/{key}/org-overrides/{org_id}': {
		...running,
		write: async ({ admin, org_id }) => {
			const { key } = await newFlag()
			await admin.post(`/v1/feature-flags/${key}/org-overrides`, { org_id, enabled: true })
			return { at: { key, org_id } }
		},
	},
	'GET /v1/feature-flags/{key}/evaluate': {
		...read,
		stranger: 'not found',
		read: async (here) => ({ at: await overridden(here), query: `org_id=${here.org_id}` }),
		d1: CACHED,
	},
	'POST /ofrep/v1/evaluate/flags': {
		...read,
		stranger: 'its own',
		asks: true,
		write: async (here) => {
			await overridden(here)
			return { body: { context: { targetingKey: 'x' } }, hides: '"variant":"override"' }
		},
		d1: CACHED,
	},
	'POST /ofrep/v1/evaluate/flags/{key}': {
		...read,
		stranger: 'its own',
		asks: true,
		write: async (here) => ({ at: await overridden(here), body: {}, hides: '"variant":"override"' }),
		d1: CACHED,
	},

	'GET /v1/entitlement-overrides': { ...reads, read: ({ org_id }) => ({ query: `org_id=${org_id}` }) },
	'POST /v1/entitlement-overrides': {
		...peopleOrMoney,
		write: async (here) => ({ body: { ...override, org_id: await newOrg(here) }, status: 201 }),
	},
	'GET /v1/entitlement-overrides/{id}': {
		...reads,
		read: async (here) => {
			const org_id = await newOrg(here)
			return { at: { id: (await create.override(org_id)).id }, query: `org_id=${org_id}` }
		},
	},
	'DELETE /v1/entitlement-overrides/{id}': {
		...peopleOrMoney,
		write: async (here) => {
			const org_id = await newOrg(here)
			return { at: { id: (await create.override(org_id)).id }, query: `org_id=${org_id}` }
		},
	},
	'GET /v1/entitlements': {
		...read,
		stranger: 'not found',
		read: ({ org_id }) => ({ query: `org_id=${org_id}` }),
		d1: { warm: 0, why: 'What an org is granted is kept for five seconds' },
	},
}
