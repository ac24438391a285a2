import { sentences } from '../../text/en/sentences.ts'
import { named } from '../../ui/said.tsx'
import { entitlementName } from '../entitlement-name.ts'
import type { Change, Entitlement, Facts, Kind, Row } from './kind.ts'
import { amountOf, countOf, differencesIn, insteadOf, momentOf, textIn } from './values.ts'

const t = sentences.plans

const entitlementsIn = (row: Row | null): Entitlement[] =>
	Array.isArray(row?.entitlements) ? (row.entitlements as Entitlement[]) : []

const nameOfPlan = ({ display_name, name }: Row) => named(textIn(display_name ?? name))

const nameOf = (plan_id: unknown, { planOf, name }: Facts) => {
	const plan = planOf(textIn(plan_id))
	return plan ? named(plan.display_name) : name(plan_id)
}

/** Whether a subscription begins after a change of it, and not in the minute by which clocks differ. */
const beginsAfter = (row: Row | null, time: unknown) =>
	Date.parse(textIn(row?.current_period_start)) > (Date.parse(textIn(time)) || Date.now()) + 60_000

function subscribed({ before, after, row }: Change, facts: Facts): string {
	const org = facts.name(row.org_id)
	const isOver = after?.status === 'cancelled'
	const [old, now] = [before, after].map((state) => (state ? nameOf(state.plan_id, facts) : sentences.no_plan))
	const until = momentOf(textIn(row.current_period_end))
	if (isOver && beginsAfter(before, after.cancelled_at))
		return t.not_begun(org, now ?? '', momentOf(textIn(before?.current_period_start)))
	if (isOver) return t.cancelled(org, now ?? '')
	if (before && old === now) return t.prolonged(org, now ?? '', momentOf(textIn(before.current_period_end)), until)
	const start = textIn(row.current_period_start)
	if (before === null && beginsAfter(row, row.created_at)) return t.later(org, now ?? '', momentOf(start), until)
	return t.subscribed(org, old ?? '', now ?? '', until)
}

/**
 * What the org gets instead of what it has, without what an override decides. What it will have when a later subscription begins is
 * unknown, so that one only says what its plan has.
 */
function gets({ before, after, row }: Change, facts: Facts): string[] {
	const has = facts.entitlementsOf(textIn(row.org_id))
	const isOver = after?.status === 'cancelled'
	const plan = after && !isOver ? facts.planOf(textIn(after.plan_id)) : undefined
	if (!has || (isOver ? beginsAfter(before, after.cancelled_at) : !plan)) return []
	const isFixed = ({ key }: Entitlement) => has.some((one) => one.key === key && one.source === 'override')
	const granted = (plan?.entitlements ?? []).filter((one) => !isFixed(one))
	if (!isOver && beginsAfter(row, null)) return granted.length > 0 ? [sentences.list(differencesIn([], granted))] : []
	const left = has.filter(({ key, source }) => source === 'plan' && !granted.some((one) => one.key === key))
	const next = [...granted, ...left.flatMap(({ without_plan }) => without_plan ?? [])]
	const lines = [
		...differencesIn(
			has.filter(({ key }) => next.some((one) => one.key === key)),
			next,
		),
		...left.filter(({ without_plan }) => !without_plan).map((one) => t.nothing(label(one), amountOf(one))),
	]
	return lines.length > 0 ? [sentences.list(lines)] : []
}

const label = ({ key }: Entitlement) => named(entitlementName(key))

/** What an org gets instead of its override. `next` is undefined if nobody knows. */
function removed(org: string, override: Entitlement, next: Entitlement | null | undefined): string {
	if (!next) return t.override_removed(org, label(override), amountOf(override))
	return t.override_gives_way(org, insteadOf(next, override), next.source === 'plan')
}

/** Plans, and what changes them for one org. */
export const plans: Record<string, Partial<Kind>> = {
	plans: {
		name: nameOfPlan,
		describe: ({ before, after, row }) => {
			if (!before || !after) return undefined
			const renamed =
				before.display_name === after.display_name
					? []
					: [sentences.change(t.name, nameOfPlan(before), nameOfPlan(after))]
			const lines = [...renamed, ...differencesIn(entitlementsIn(before), entitlementsIn(after))]
			return lines.length > 0 ? sentences.changes(t.plan(nameOfPlan(row)), lines) : undefined
		},
		affects: ({ before }, { touched }) => {
			const subscribers = before ? touched('plans', 'subscribers') : undefined
			return subscribers ? [t.affects(subscribers.count, countOf(subscribers))] : []
		},
	},
	subscriptions: {
		name: ({ plan_id }, facts) => nameOf(plan_id, facts),
		describe: subscribed,
		affects: gets,
	},
	entitlement_overrides: {
		name: ({ key }) => named(textIn(key)),
		describe: ({ before, after, row }, facts) => {
			const org = facts.name(row.org_id)
			const now = row as unknown as Entitlement
			const has = facts.isPreview ? facts.entitlementsOf(textIn(row.org_id)) : undefined
			const current = has?.find(({ key }) => key === now.key)
			if (!after) return removed(org, now, current?.without_override)
			const old = before ? (before as unknown as Entitlement) : current
			const until = typeof after.expires_at === 'string' ? momentOf(after.expires_at) : undefined
			return t.override(org, insteadOf(now, old), until)
		},
	},
	feature_flags: {
		name: ({ key }) => named(textIn(key)),
		describe: ({ before, after }) => {
			if (!after || before?.default_value === after.default_value) return undefined
			const [flag, isOn] = [named(textIn(after.key)), after.default_value === true]
			return before ? t.turned(flag, isOn) : t.new_flag(flag, isOn)
		},
		affects: ({ before }, { touched }) => {
			if (!before) return []
			const [own, all] = [touched('feature_flags', 'org_overrides'), touched('feature_flags', 'orgs')]
			return own && all ? [t.orgs(countOf(all), own.count, countOf(own))] : []
		},
	},
	feature_flag_overrides: {
		name: ({ flag_key }) => named(textIn(flag_key)),
		describe: ({ before, after, row }, { name }) => {
			const [flag, org] = [named(textIn(row.flag_key)), name(row.org_id)]
			if (!after) return t.flag_default(flag, org, row.enabled === true)
			return t.flag_set(flag, org, before ? before.enabled === true : undefined, after.enabled === true)
		},
	},
}
