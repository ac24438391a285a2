import type { Facts } from '../../../src/console/change/sentences/kind.ts'

/** As a plan grants it. */
export const BUDGETS = { key: 'limit.budgets', value: '7', value_type: 'integer' }

/** What the sentences find out about Acme, its plan and its user. */
export const FACTS: Facts = {
	name: (id) => ({ org_1: 'Acme', plan_1: 'Growth', usr_1: 'Ada' })[String(id)] ?? String(id),
	connection: String,
	own_org: undefined,
	isPreview: true,
	orgCount: () => ({ count: 47, text: '47' }),
	overrideCount: () => ({ count: 7, text: '7' }),
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
	subscriberCount: () => 11,
	defaultOf: (key) => (key === 'limit.budgets' ? { key, value: '50', value_type: 'integer' } : undefined),
	activeTool: () => 'web_search.hosted',
}
