import type { Accounts } from './accounts.ts'
import { below, daysAgo, idAt, pick } from './insert.ts'

const PLANS = [
	{ name: 'starter-monthly', display_name: 'Starter', grant: 1_000, runs: 200, seats: 3, deep: false },
	{ name: 'team-monthly', display_name: 'Team', grant: 20_000, runs: 5_000, seats: 25, deep: true, sells: 1 },
	{ name: 'business-annual', display_name: 'Business', grant: 100_000, runs: 50_000, seats: 200, deep: true, sells: 2 },
	{ name: 'enterprise-annual', display_name: 'Enterprise', grant: 1_000_000, runs: 0, seats: 0, deep: true },
]

/** The entitlements that models of the platform need: two plans sell them. */
export const SOLD = ['models.standard', 'models.premium'] as const

/** The plans that orgs choose, mostly small ones. */
const CHOSEN = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]

const FLAGS = [
	['registration.open', 'New users may register without an invite code', true],
	['research.deep_mode', 'Longer runs that read more sources', false],
	['threads.sharing', 'Threads can be shared by link', true],
	['runs.parallel_tools', 'Tool calls of one turn run side by side', true],
	['console.new_billing', 'The new billing page', false],
	['models.fallback', 'A failing model is replaced within the run', true],
	['mcp.remote_servers', 'MCP servers over HTTP', false],
	['notifications.digest', 'One mail a day instead of one each', false],
] as const

export const SETTINGS = { 'credit.initial_grant': 500, 'credit.invite_reward': 200, 'credit.invitee_reward': 100 }

/** Since when a referral is rewarded. */
export const REWARDED_SINCE = daysAgo(52)

/** Plans with subscriptions in every state, entitlement overrides, flags with overrides for some orgs, and settings. */
export function catalogue({ orgs, users }: Accounts) {
	const created_at = daysAgo(60)
	const plans = PLANS.map(({ name, display_name }) => ({
		id: idAt('plan', created_at),
		name,
		display_name,
		created_at,
	}))
	const plan_entitlements = PLANS.flatMap(({ grant, runs, seats, deep, sells = 0 }, index) => {
		const values = {
			'credits.monthly_grant': grant,
			'feature.deep_research': deep,
			'limit.team_members': seats,
			'quota.runs_per_month': runs,
			...Object.fromEntries(SOLD.slice(0, sells).map((key) => [key, true])),
		}
		return Object.entries(values).map(([key, value]) => ({
			id: idAt('ent', created_at),
			plan_id: plans[index]?.id,
			key,
			value: String(value),
			value_type: typeof value === 'boolean' ? 'boolean' : 'integer',
		}))
	})
	const subscriptions = orgs.slice(0, 40).map(({ id: org_id, created_at: since }, index) => {
		const state = index % 8 === 7 ? 'cancelled' : index % 8 === 6 ? 'lapsed' : 'active'
		return {
			id: idAt('sub', since),
			org_id,
			plan_id: (plans[pick(CHOSEN)] as (typeof plans)[number]).id,
			status: state === 'cancelled' ? 'cancelled' : 'active',
			current_period_start: since,
			current_period_end: state === 'lapsed' ? daysAgo(0.1) : daysAgo(-30 - below(300)),
			cancelled_at: state === 'cancelled' ? daysAgo(below(5)) : null,
			created_at: since,
		}
	})
	const entitlement_overrides = orgs.slice(0, 9).map(({ id: org_id }, index) => ({
		id: idAt('ovr', daysAgo(10 - index)),
		org_id,
		key: 'limit.team_members',
		value: String(10 * (index + 1)),
		value_type: 'integer',
		reason: pick(['Pilot', 'Goodwill after the outage', 'Agreed with sales']),
		expires_at: index % 3 === 0 ? daysAgo(-20) : null,
		created_by_user_id: users[0]?.id,
		created_at: daysAgo(10 - index),
	}))
	const feature_flags = FLAGS.map(([key, description, default_value], index) => {
		const at = daysAgo(50 - index * 5)
		return { id: idAt('flag', at), key, description, default_value, created_at: at }
	})
	const feature_flag_overrides = feature_flags.slice(1, 6).flatMap(({ key, default_value }, flag) =>
		orgs.slice(flag, flag + 6).map(({ id: org_id }, index) => {
			const at = daysAgo(9 - index)
			return { id: idAt('fov', at), org_id, flag_key: key, enabled: !default_value, created_at: at }
		}),
	)
	const config_entries = Object.entries(SETTINGS).map(([key, value]) => ({
		key,
		value: String(value),
		updated_at: key === 'credit.initial_grant' ? created_at : REWARDED_SINCE,
	}))
	return {
		plans,
		plan_entitlements,
		subscriptions,
		entitlement_overrides,
		feature_flags,
		feature_flag_overrides,
		config_entries,
	}
}

export type Catalogue = ReturnType<typeof catalogue>
