import type { D1Database } from '@cloudflare/workers-types'
import type { Accounts } from './accounts.ts'
import { daysAfter, daysAgo, idAt, type Row } from './insert.ts'
import type { Runs } from './runs.ts'
import type { Team } from './team.ts'

/** A request, which is inserted open, and how it's decided then. */
export interface Asked {
	row: Row
	decided?: { decision: 'granted' | 'declined'; decided_at: string; decision_reason?: string; granted?: Row }
	/** Of an open proposal: what its key sent. */
	body?: string
}

export const requestRow = (owner: unknown, created_at: string, expires_at: string, fields: Row): Row => ({
	id: idAt('req', created_at),
	owner,
	org_id: owner,
	key_id: null,
	key_root_id: null,
	reason: null,
	created_at,
	expires_at,
	run_id: null,
	spend: null,
	change: null,
	hash: null,
	...fields,
})

const AMOUNTS = { credits: 0, tokens: 0, runs: 0 }

/** What the runs of the first org ask for beyond the 200 credits that each may use: one waits, one went on, two have ended. */
export function runsThatAsk({ orgs }: Accounts, runs: Runs, budgets: Row[], { service_accounts }: Team): Asked[] {
	const owner = orgs[0]?.id
	const of = (status: string) => runs.filter((run) => run.org_id === owner && run.status === status)
	const [waiting, granted] = of('running') as [Runs[number], Runs[number]]
	const [declined, lapsed] = of('failed').slice(-2) as [Runs[number], Runs[number]]
	const { id: budget_id, name, scope, unit, window } = budgets.find((budget) => budget.name === 'Each run') ?? {}
	const ask = (
		{ run_id, org_id, user_id, agent_id, created_at, completed_at }: Runs[number],
		credits: number,
		reason: string,
	) => {
		const refusing = { budget_id, name, scope, subject: run_id, unit, window, window_start: '', resets_at: null }
		const spend = { run_id, org_id, user_id, agent_id, ...AMOUNTS, credits, budgets: [refusing] }
		// Those that have ended ended without it.
		return requestRow(owner, created_at, completed_at ?? daysAfter(daysAgo(0), 1), {
			kind: 'spend',
			asked_by_kind: 'service_account',
			asked_by_id: service_accounts[0]?.id,
			reason,
			run_id,
			spend: JSON.stringify(spend),
		})
	}
	return [
		{ row: ask(waiting, 60, 'Eleven of 24 contracts are compared. The others take about 160 credits.') },
		{
			row: ask(granted, 50, 'Two suppliers are left, and each has a long price list.'),
			decided: {
				decision: 'granted',
				decided_at: daysAgo(0),
				granted: { for: 'run', ...AMOUNTS, credits: 50, until: null },
			},
		},
		{
			row: ask(declined, 2_000, 'To read every page of the archive.'),
			decided: {
				decision: 'declined',
				decided_at: declined.completed_at ?? daysAgo(0),
				decision_reason: 'The archive’s index is enough. Please start again with it.',
			},
		},
		{ row: ask(lapsed, 300, 'The translation of the last chapter.') },
	]
}

/** The statements that decide them, by which the database grants, and with which the granted run continues. */
export function decide(db: D1Database, { users }: Accounts, asked: Asked[]) {
	const decisions = asked.flatMap(({ row, decided }) =>
		decided ? [{ id: row.id, decided_by: users[0]?.id, ...decided }] : [],
	)
	const wentOn = asked.find(({ decided }) => decided?.granted)?.row.run_id
	const columns = ['decision', 'decided_at', 'decided_by', 'decision_reason', 'granted']
	return [
		db
			.prepare(
				`UPDATE requests SET ${columns.map((column) => `${column} = d.value ->> '${column}'`).join(', ')}
				FROM json_each(?) AS d WHERE requests.id = d.value ->> 'id'`,
			)
			.bind(JSON.stringify(decisions)),
		db
			.prepare(
				'UPDATE holds SET credits = 240, spent_credits = 212, tokens = 100000, spent_tokens = 63000 WHERE run_id = ?',
			)
			.bind(wentOn),
		db
			.prepare(
				'UPDATE runs SET cost_microusd = 212000, total_input_tokens = 60000, total_output_tokens = 3000 WHERE run_id = ?',
			)
			.bind(wentOn),
	]
}
