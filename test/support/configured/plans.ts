import { create } from '../world.ts'
import { type Call, type Here, idIn, type Kind, PLANS } from './kind.ts'

/** A plan that the org has. */
const PLAN = 'walked.plan'
/** A flag that the org overrides. */
const FLAG = 'walked.overridden'

const OVERRIDES = '/v1/entitlement-overrides'

const entitlement =
	(key: string) =>
	async ({ owner, org_id }: Here) =>
		(await owner.get(`/v1/entitlements?org_id=${org_id}`)).body.find((one: { key: string }) => one.key === key)

const evaluated =
	(key: string) =>
	async ({ owner, org_id }: Here) => {
		const { status, body } = await owner.get(`/v1/feature-flags/${key}/evaluate?org_id=${org_id}`)
		return status === 200 ? body : status
	}

const quota = (value: string) => ({
	display_name: 'Walked',
	entitlements: { 'quota.walked': { value, value_type: 'integer' } },
})
const asList = (value: string) => ({ entitlements: [{ key: 'quota.walked', value, value_type: 'integer' }] })

const changePlan =
	(value: string): Call =>
	async ({ root }, how) =>
		root.patch(`${PLANS}/${await idIn(root, PLANS, 'name', PLAN)}`, asList(value), how)

const setFlag =
	(default_value: boolean): Call =>
	({ root }, how) =>
		root.patch('/v1/feature-flags/walked.changed', { default_value }, how)

export const plans: Kind[] = [
	{
		of: 'platform',
		section: 'plans',
		permission: 'platform_admin',
		prepare: async ({ org_id }) => create.subscription(org_id, { plan_id: (await create.plan({ name: PLAN })).id }),
		samples: {
			changed: {
				key: PLAN,
				before: quota('1'),
				after: quota('2'),
				forth: changePlan('2'),
				back: changePlan('1'),
				seen: entitlement('quota.walked'),
			},
			created: {
				key: 'walked.new',
				before: null,
				after: quota('1'),
				forth: ({ root }, how) => root.post(PLANS, { name: 'walked.new', display_name: 'Walked', ...asList('1') }, how),
				back: async ({ root }, how) => root.delete(`${PLANS}/${await idIn(root, PLANS, 'name', 'walked.new')}`, how),
				seen: async ({ root }) => (await idIn(root, PLANS, 'name', 'walked.new')) === 'none',
			},
		},
	},
	{
		of: 'platform',
		section: 'feature_flags',
		permission: 'platform_admin',
		isConfirmable: true,
		prepare: () => create.featureFlag({ key: FLAG }),
		samples: {
			changed: {
				key: 'walked.changed',
				before: { default_value: false },
				after: { default_value: true },
				forth: setFlag(true),
				back: setFlag(false),
				seen: evaluated('walked.changed'),
			},
			deleted: {
				key: 'walked.deleted',
				before: { default_value: true },
				after: null,
				forth: ({ root }, how) => root.delete('/v1/feature-flags/walked.deleted', how),
				back: ({ root }, how) => root.post('/v1/feature-flags', { key: 'walked.deleted', default_value: true }, how),
				seen: evaluated('walked.deleted'),
			},
		},
	},
	{
		of: 'org',
		section: 'feature_flag_overrides',
		permission: 'platform_admin',
		isConfirmable: true,
		samples: {
			created: {
				key: FLAG,
				before: null,
				after: { enabled: true },
				forth: ({ root, org_id }, how) =>
					root.post(`/v1/feature-flags/${FLAG}/org-overrides`, { org_id, enabled: true }, how),
				back: ({ root, org_id }, how) => root.delete(`/v1/feature-flags/${FLAG}/org-overrides/${org_id}`, how),
				seen: evaluated(FLAG),
			},
		},
	},
	{
		of: 'org',
		section: 'entitlement_overrides',
		permission: 'platform_admin',
		samples: {
			deleted: {
				key: 'quota.overridden',
				before: { value: '5', value_type: 'integer' },
				after: null,
				forth: async ({ root, org_id }, how) => {
					const { body } = await root.get(`${OVERRIDES}?org_id=${org_id}`)
					const { id } = body.find(({ key }: { key: string }) => key === 'quota.overridden')
					return root.delete(`${OVERRIDES}/${id}?org_id=${org_id}`, how)
				},
				back: ({ root, org_id }, how) =>
					root.post(OVERRIDES, { org_id, key: 'quota.overridden', value: '5', value_type: 'integer' }, how),
				seen: entitlement('quota.overridden'),
			},
		},
	},
]
