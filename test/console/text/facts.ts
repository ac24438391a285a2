import type { Facts, Touching } from '../../../src/console/change/sentences/kind.ts'

/** As a plan grants it. */
export const BUDGETS = { key: 'limit.budgets', value: '7', value_type: 'integer' }

const counted = { has_more: false, names: [] }

/** What a dry run says of whom a change touches. */
const TOUCHED: Touching[] = [
	{ ...counted, kind: 'feature_flags', what: 'orgs', count: 47 },
	{ ...counted, kind: 'feature_flags', what: 'org_overrides', count: 7 },
	{ ...counted, kind: 'plans', what: 'subscribers', count: 11 },
	{ ...counted, kind: 'budgets', what: 'used_up', count: 7, names: ['analyst', 'researcher'] },
	{ ...counted, kind: 'tool_providers', what: 'deactivated', count: 1, names: ['web_search.hosted'] },
]

/** What the sentences find out about Acme, its plan and its user. */
export const FACTS: Facts = {
	name: (id) => ({ org_1: 'Acme', plan_1: 'Growth', usr_1: 'Ada' })[String(id)] ?? String(id),
	connection: String,
	own_org: undefined,
	isPreview: true,
	touched: (kind, what) => TOUCHED.find((one) => one.kind === kind && one.what === what),
	entitlementsOf: () => [
		{ key: 'quota.runs_per_month', value: '0', value_type: 'integer', source: 'default' },
		{ ...BUDGETS, value: '9', source: 'override', without_override: { ...BUDGETS, source: 'plan' } },
	],
	planOf: (id) =>
		id === 'plan_2'
			? { display_name: 'Free', entitlements: [] }
			: id === 'plan_1'
				? {
						display_name: 'Growth',
						entitlements: [{ key: 'quota.runs_per_month', value: '5000', value_type: 'integer' }],
					}
				: undefined,
	defaultOf: (key) => (key === 'limit.budgets' ? { key, value: '50', value_type: 'integer' } : undefined),
}
