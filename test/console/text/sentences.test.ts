import { expect, test } from 'vitest'
import { describe } from '../../../src/console/change/sentences/describe.ts'
import type { ChangedRow } from '../../../src/console/change/sentences/kind.ts'
import { KINDS } from '../../../src/console/change/sentences/kinds.ts'
import { actionText } from '../../../src/console/text/en/actions.ts'
import { plain } from '../../../src/console/ui/said.tsx'
import { AUDIT_ACTIONS } from '../../../src/worker/ground/write/actions.ts'
import { BUDGETS, FACTS } from './facts.ts'

/**
 * The tables that an audit row can be about: the kinds of actions, and the targets of those that have another one. A secret that is
 * released changes no row.
 */
const TABLES = [
	...Object.keys(AUDIT_ACTIONS).filter((kind) => !['credits', 'email', 'passwords', 'secrets'].includes(kind)),
	'credit_accounts',
	'credit_operations',
]

test('every kind of row that a change can have has a sentence', () => {
	expect(TABLES.filter((table) => !(table in KINDS))).toEqual([])
})

test('an action that the document does not name is said by its name', () => {
	expect(actionText('plans.update')).toBe('Plan updated')
	expect(actionText('new_things.be_made')).toBe('New things be made')
})

const PERIOD = { current_period_start: '2026-01-01T00:00:00.000Z', current_period_end: '2099-01-01T12:00:00.000Z' }

test.for<[said: string | RegExp, change: Omit<ChangedRow, 'target_id'> & { target_id?: string }]>([
	[
		/^Acme: no plan → Growth, until Jan 1, 2099, .+ 5,000 runs a month instead of unlimited\.$/,
		{
			target_type: 'subscriptions',
			before: null,
			after: { org_id: 'org_1', plan_id: 'plan_1', status: 'active', ...PERIOD },
		},
	],
	[
		/^Acme: Growth → Free, until Jan 1, 2099, .+$/,
		{
			target_type: 'subscriptions',
			before: { org_id: 'org_1', plan_id: 'plan_1', status: 'active', ...PERIOD },
			after: { org_id: 'org_1', plan_id: 'plan_2', status: 'active', ...PERIOD },
		},
	],
	[
		'New MCP server files: URL https://mcp.example.com, token, active.',
		{
			target_type: 'mcp_configs',
			before: null,
			after: { name: 'files', url: 'https://mcp.example.com', has_auth: true, is_active: true },
		},
	],
	[
		'New webhook endpoint hooks.example.com: URL https://hooks.example.com, events run.completed, disabled.',
		{
			target_type: 'webhook_endpoints',
			before: null,
			after: { url: 'https://hooks.example.com', events: ['run.completed'], enabled: false, has_secret: false },
		},
	],
	[
		'New feature flag research.mode: off for everyone.',
		{ target_type: 'feature_flags', before: null, after: { key: 'research.mode', default_value: false } },
	],
	[
		'research.mode: off → on for everyone. 47 orgs, 7 keep their own value.',
		{
			target_type: 'feature_flags',
			before: { key: 'research.mode', default_value: false },
			after: { key: 'research.mode', default_value: true },
		},
	],
	[
		'Web search: hosted is switched off, keyed is switched on. Every org without an active provider of its own uses it.',
		{
			target_type: 'tool_providers',
			before: { owner: 'platform', group_name: 'web_search', provider_name: 'web_search.keyed', is_active: false },
			after: { owner: 'platform', group_name: 'web_search', provider_name: 'web_search.keyed', is_active: true },
		},
	],
	[
		'10.0.0.0/8 is blocked from Acme.',
		{ target_type: 'ip_rules', before: null, after: { org_id: 'org_1', type: 'blocklist', cidr: '10.0.0.0/8' } },
	],
	[
		'Acme: unlimited runs a month instead of 100.',
		{
			target_type: 'entitlement_overrides',
			before: { org_id: 'org_1', key: 'quota.runs_per_month', value: '100', value_type: 'integer' },
			after: { org_id: 'org_1', key: 'quota.runs_per_month', value: '0', value_type: 'integer', expires_at: null },
		},
	],
	[
		'Config entry limit.budgets: 20 budgets instead of 50. Every org has this, unless its plan or an override says otherwise.',
		{ target_type: 'config_entries', before: null, after: { key: 'limit.budgets', value: '20' } },
	],
	[
		'Config entry limit.budgets: 50 budgets instead of unlimited. Every org has this, unless its plan or an override says otherwise.',
		{ target_type: 'config_entries', before: { key: 'limit.budgets', value: '0' }, after: null },
	],
	[
		'Config entry agent.theme: dark → light.',
		{
			target_type: 'config_entries',
			before: { key: 'agent.theme', value: 'dark' },
			after: { key: 'agent.theme', value: 'light' },
		},
	],
	[
		'Acme: unlimited credits of overdraft instead of 100.',
		{
			target_type: 'entitlement_overrides',
			before: { org_id: 'org_1', key: 'credits.overdraft', value: '100', value_type: 'integer' },
			after: { org_id: 'org_1', key: 'credits.overdraft', value: '-1', value_type: 'integer', expires_at: null },
		},
	],
	[
		'Acme: 7 budgets instead of 9, as its plan says.',
		{ target_type: 'entitlement_overrides', before: { org_id: 'org_1', ...BUDGETS, value: '9' }, after: null },
	],
	[
		'Acme: MCP servers as commands yes instead of no.',
		{
			target_type: 'entitlement_overrides',
			before: { org_id: 'org_1', key: 'mcp.stdio', value: 'false', value_type: 'boolean' },
			after: { org_id: 'org_1', key: 'mcp.stdio', value: 'true', value_type: 'boolean', expires_at: null },
		},
	],
	[
		'New API key nightly: permissions see the platform, org settings.',
		{
			target_type: 'api_keys',
			before: null,
			after: { name: 'nightly', scopes: ['platform.read', 'org.settings'] },
		},
	],
	[
		'Plan Growth: 900 credits a month instead of 500. 11 orgs are on this plan, and get this right away.',
		{
			target_type: 'plans',
			before: plan('500'),
			after: plan('900'),
		},
	],
	[
		'LLM model mini: input price $0.2500 per million tokens → $0.5000 per million tokens.',
		{
			target_type: 'llm_models',
			before: { model: 'mini', cost_per_1k_input: 0.00025 },
			after: { model: 'mini', cost_per_1k_input: 0.0005 },
		},
	],
	[
		'New budget Trial: 5,000 tokens a month for each user of Acme. Runs beyond it are refused. 7 users have used it up already: analyst, researcher and 5 more. Their next run is refused.',
		{
			target_type: 'budgets',
			before: null,
			after: {
				name: 'Trial',
				org_id: 'org_1',
				scope: 'user',
				subject: null,
				unit: 'tokens',
				limit: 5000,
				window: 'month',
				mode: 'enforce',
			},
		},
	],
	[
		'Acme: 590 → 840 credits.',
		{
			target_type: 'credit_accounts',
			target_id: 'org_1',
			before: { org_id: 'org_1', balance: 590 },
			after: { org_id: 'org_1', balance: 840 },
		},
	],
	[
		'Ada in Acme: member → admin.',
		{
			target_type: 'memberships',
			before: { org_id: 'org_1', user_id: 'usr_1', role: 'member' },
			after: { org_id: 'org_1', user_id: 'usr_1', role: 'admin' },
		},
	],
	[
		'Org Acme: paused, until somebody lifts it. Its runs are refused.',
		{
			target_type: 'pauses',
			before: null,
			after: { owner: 'platform', scope: 'org', subject: 'Acme', until: null },
		},
	],
	[
		'100 new redemption codes for 250 credits each, to use once.',
		{
			target_type: 'redemption_codes',
			before: null,
			after: { batch_id: 'winter', count: 100, type: 'credits', value: '250', max_uses: 1, expires_at: null },
		},
	],
	[
		'1 new redemption code for research, to use 5 times.',
		{
			target_type: 'redemption_codes',
			before: null,
			after: { batch_id: 'winter', count: 1, type: 'feature', value: 'feature.research', max_uses: 5 },
		},
	],
	[
		'Redemption code AAAA-BBBB no longer works.',
		{
			target_type: 'redemption_codes',
			before: { code: 'AAAA-BBBB', is_active: true },
			after: { code: 'AAAA-BBBB', is_active: false },
		},
	],
	[
		'Batch winter: 98 → 0 of 100 codes work.',
		{
			target_type: 'redemption_codes',
			before: { batch_id: 'winter', code_count: 100, active_count: 98 },
			after: { batch_id: 'winter', code_count: 100, active_count: 0 },
		},
	],
	[
		'Invite code AAAA stops working, and a new one takes its place.',
		{ target_type: 'invite_codes', before: { code: 'AAAA' }, after: { code: 'DRYRUN00' } },
	],
	[
		'Ada L. is suspended.',
		{
			target_type: 'users',
			before: { username: 'Ada L.', status: 'active' },
			after: { username: 'Ada L.', status: 'suspended' },
		},
	],
	[
		'A session of Ada ends.',
		{
			target_type: 'sessions',
			before: { user_id: 'usr_1', ended_at: null },
			after: { user_id: 'usr_1', ended_at: '2026-11-28T00:00:00.000Z' },
		},
	],
	[
		'Email settings: server none → smtp.example.com.',
		{ target_type: 'email_config', before: {}, after: { smtp_host: 'smtp.example.com', smtp_port: null } },
	],
	[
		'Configuration of the platform, revision 2: 4 entries (feature flags: a.one, a.two, plans: growth and 1 more).',
		{
			target_type: 'configuration_revisions',
			target_id: 'platform',
			before: null,
			after: {
				revision: 2,
				entry_count: 4,
				entries: [
					{ section: 'feature_flags', key: 'a.one' },
					{ section: 'feature_flags', key: 'a.two' },
					{ section: 'plans', key: 'growth' },
					{ section: 'plans', key: 'team' },
				],
			},
		},
	],
])('the sentence for a change is "%s"', ([said, change]) => {
	const text = plain(describe({ target_id: 'plan_1', ...change }, FACTS).join(' '))
	if (typeof said === 'string') expect(text).toBe(said)
	else expect(text).toMatch(said)
	expect(text).not.toMatch(/[a-z]_[a-z]|undefined|null/)
})

test.for([
	[1, 0, '1 org, none keeps its own value.'],
	[1, 1, '1 org, 1 keeps its own value.'],
	[2, 0, '2 orgs, none keeps its own value.'],
] as const)('of %i orgs, %i with an override, a flag says "%s"', ([orgs, org_overrides, said]) => {
	const counts = { orgs, org_overrides }
	const touched: typeof FACTS.touched = (kind, what) => ({
		kind,
		what,
		count: counts[what as keyof typeof counts],
		has_more: false,
		names: [],
	})
	const [before, after] = [false, true].map((default_value) => ({ key: 'a.flag', default_value }))
	const change = { target_type: 'feature_flags', target_id: 'a.flag', before, after }
	expect(plain(describe(change as ChangedRow, { ...FACTS, touched }).join(' '))).toBe(
		`a.flag: off → on for everyone. ${said}`,
	)
})

function plan(value: string) {
	const entitlements = [{ key: 'credits.monthly_grant', value, value_type: 'integer' }]
	return { name: 'growth', display_name: 'Growth', entitlements }
}
