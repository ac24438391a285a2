import type { Accounts } from './accounts.ts'
import { daysAgo, idAt, type Row } from './insert.ts'

interface Spent {
	org_id: string
	credits_used: number
	created_at: string
}

const DEFAULTS = { subject: null, mode: 'enforce', alerts: '[]', expires_at: null }

/** What its live runs hold, once one of them has gone on. */
const HELD = 340

/** A few budgets. The first org has taken most of one. Inserting them counts the runs, so they come after these. */
export function budgets({ orgs }: Accounts, runs: Spent[]): Row[] {
	const [ada, other] = orgs
	const pilot = runs.filter(({ org_id, created_at }) => org_id === ada?.id && created_at >= ada.created_at)
	const used = pilot.reduce((sum, { credits_used }) => sum + credits_used, 0)
	const made = [
		{
			owner: ada,
			name: 'Pilot',
			scope: 'org',
			unit: 'credits',
			window: 'total',
			limit: Math.ceil((used + HELD) / 0.93),
			alerts: '[50,80,90]',
		},
		{
			owner: ada,
			name: 'Each model',
			scope: 'model',
			unit: 'tokens',
			window: 'day',
			limit: 2_000_000,
			mode: 'observe',
		},
		{ owner: ada, name: 'Each agent', scope: 'agent', unit: 'credits', window: 'month', limit: 2_000, alerts: '[80]' },
		{ owner: ada, name: 'Each run', scope: 'run', unit: 'credits', window: 'total', limit: 200 },
		{ owner: other, name: 'Runs of a week', scope: 'org', unit: 'runs', window: 'week', limit: 400, alerts: '[80]' },
		{ owner: undefined, name: 'Fair use', scope: 'org', unit: 'runs', window: 'hour', limit: 1_000, mode: 'observe' },
	]
	return made.map(({ owner, ...budget }) => {
		const at = daysAgo(0)
		const whose = { owner: owner?.id ?? 'platform', org_id: owner?.id ?? null }
		return { id: idAt('bud', at), ...whose, ...DEFAULTS, ...budget, counts_since: at, created_at: at, updated_at: at }
	})
}
