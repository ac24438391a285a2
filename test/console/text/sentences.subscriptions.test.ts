import { expect, test } from 'vitest'
import { describe } from '../../../src/console/change/sentences/describe.ts'
import type { Facts } from '../../../src/console/change/sentences/kind.ts'
import { plain } from '../../../src/console/ui/said.tsx'
import { BUDGETS, FACTS } from './facts.ts'

const RUNS = { key: 'quota.runs_per_month', value_type: 'integer' }

/** Acme has the runs of its plan. An override keeps its budgets. */
const ON_GROWTH: Facts = {
	...FACTS,
	entitlementsOf: () => [
		{ ...RUNS, value: '5000', source: 'plan', without_plan: { ...RUNS, value: '0', source: 'default' } },
		{ key: 'acme.theme', value: 'dark', value_type: 'string', source: 'plan', without_plan: null },
		{ ...BUDGETS, value: '9', source: 'override', without_override: { ...BUDGETS, source: 'plan' } },
	],
}

const SUBSCRIBED = {
	org_id: 'org_1',
	plan_id: 'plan_1',
	status: 'active',
	current_period_start: '2026-01-01T00:00:00.000Z',
	current_period_end: '2099-01-01T12:00:00.000Z',
}

const saidOf = (before: object | null, after: object) =>
	plain(describe({ target_type: 'subscriptions', target_id: 's', before, after }, ON_GROWTH).join(' '))

test('the end of a subscription says what the org gets instead, without what an override keeps', () => {
	expect(saidOf(SUBSCRIBED, { ...SUBSCRIBED, status: 'cancelled' })).toBe(
		'Acme: Growth → no plan. Unlimited runs a month instead of 5,000, no longer acme theme (was dark).',
	)
})

test('another plan says the default of what it no longer has', () => {
	expect(saidOf(SUBSCRIBED, { ...SUBSCRIBED, plan_id: 'plan_2' })).toMatch(
		/^Acme: Growth → Free, until .+ Unlimited runs a month instead of 5,000, no longer acme theme \(was dark\)\.$/,
	)
})

test('a subscription for later says what its plan has, because nobody knows what the org has then', () => {
	const later = { ...SUBSCRIBED, plan_id: 'plan_3', current_period_start: '2098-01-01T00:00:00.000Z' }
	const facts: Facts = {
		...ON_GROWTH,
		planOf: () => ({ display_name: 'Team', entitlements: [{ ...RUNS, value: '900' }] }),
	}
	const change = { target_type: 'subscriptions', target_id: 's', before: null, after: later }
	expect(plain(describe(change, facts).join(' '))).toMatch(/^Acme: Team from .+ until .+\. 900 runs a month\.$/)
})

test('a subscription that has not begun takes nothing from the org when it is cancelled', () => {
	const later = {
		...SUBSCRIBED,
		current_period_start: '2099-01-01T00:00:00.000Z',
		current_period_end: '2099-02-01T00:00:00.000Z',
	}
	const cancelled = { ...later, status: 'cancelled', cancelled_at: '2026-11-28T00:00:00.000Z' }
	expect(saidOf(later, cancelled)).toMatch(/^Acme: Growth no longer starts on .*2099.*\.$/)
})

test('the audit log says so of a subscription that would have begun since', () => {
	const then = { ...SUBSCRIBED, current_period_start: '2026-02-01T00:00:00.000Z' }
	const cancelled = { ...then, status: 'cancelled', cancelled_at: '2026-01-15T00:00:00.000Z' }
	expect(saidOf(then, cancelled)).toMatch(/^Acme: Growth no longer starts on .*2026.*\.$/)
	const created = { ...then, created_at: '2026-01-15T00:00:00.000Z' }
	expect(saidOf(null, created)).toMatch(/^Acme: Growth from .*2026.* until .*2099/)
})

test('a repeated cancellation in an older log reads like the first', () => {
	const cancelled = { ...SUBSCRIBED, status: 'cancelled', cancelled_at: '2026-01-15T00:00:00.000Z' }
	expect(saidOf(cancelled, cancelled)).toMatch(/^Acme: Growth → no plan\./)
})
