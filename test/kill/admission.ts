import { setTimeout as sleep } from 'node:timers/promises'
import type { Tools } from './kill.ts'

const CALLERS = 16
/** How many verbs are answered before each kill: the server dies in the middle of the others. */
const ANSWERED = Array.from({ length: 12 }, (_, kills) => 100 * (kills + 1))
const BALANCE = 100_000
/** The least time that a hold can have. */
const TTL_S = 30

/** Runs begin, continue and end at once while the server is killed. Whatever it was doing, the sums are those of the rows. */
export async function admission({ start, kill, call, rows, whileStopped, expect }: Tools): Promise<void> {
	const { id: org_id } = await call<{ id: string }>('POST', '/v1/admin/orgs', { name: 'Admitted' })
	await call('POST', '/v1/admin/credits/adjust', { org_id, amount: BALANCE })
	const bound = { org_id, key: 'credits.overdraft', value: '0', value_type: 'integer' }
	await call('POST', '/v1/entitlement-overrides', bound)
	const at = new Date().toISOString()
	await whileStopped(
		...['credits', 'tokens', 'runs'].map(
			(
				unit,
			) => `INSERT INTO budgets (id, owner, org_id, name, scope, unit, "limit", window, mode, alerts, counts_since, created_at, updated_at)
				VALUES ('bud_${unit}', '${org_id}', '${org_id}', '${unit}', 'agent', '${unit}', 1000000, 'total', 'enforce', '[50]', '${at}', '${at}', '${at}')`,
		),
	)
	const verbs = { answered: 0 }
	let next = 0
	const ended = new Set<string>()
	const verb = async (path: string, body: object) => {
		await call('POST', `/v1/runtime/runs${path}`, body)
		verbs.answered += 1
	}
	/** One run after another, until the server is gone. Every third is left alone after it began. */
	async function caller() {
		for (;;) {
			const run_id = `admitted-${(next += 1)}`
			const hold = { credits: 5 + (next % 7), tokens: 100 }
			await verb('/begin', { run_id, org_id, agent_id: `agent-${next % 3}`, hold, ttl_s: TTL_S })
			const totals = { total_cost_usd: 0.004, total_input_tokens: 70 }
			await verb(`/${run_id}/progress`, { org_id, ...totals, hold: { credits: 12 } })
			if (next % 3 === 0) continue
			await verb('', { run_id, org_id, status: 'completed', ...totals })
			ended.add(run_id)
		}
	}
	const sums = `SELECT balance = (SELECT sum(amount) FROM ledger_entries l WHERE l.org_id = a.org_id) AS ledger,
		held = (SELECT coalesce(sum(max(iif(h.expires_at IS NULL, 0, h.credits), h.spent_credits)), 0) FROM holds h WHERE h.org_id = a.org_id) AS held,
		${BALANCE} - balance = (SELECT coalesce(sum(credits_used), 0) FROM runs r WHERE r.org_id = a.org_id) AS charged,
		(SELECT count(*) FROM holds h JOIN runs r ON r.run_id = h.run_id WHERE r.settled_by IS NOT NULL) AS ended_but_held,
		(SELECT count(*) FROM holds h WHERE NOT EXISTS (SELECT 1 FROM runs r WHERE r.run_id = h.run_id)) AS held_without_run,
		(SELECT count(*) FROM budget_states s WHERE s.held <> (SELECT coalesce(sum(l.counted), 0) FROM budget_holds l
			WHERE l.budget_id = s.budget_id AND l.subject = s.subject AND l.org_id = s.org_id AND s.budget_id <> 'bud_runs')) AS wrong_held,
		(SELECT count(*) FROM budget_states s WHERE s.used <> (SELECT sum(CASE s.budget_id WHEN 'bud_runs' THEN 1 WHEN 'bud_credits' THEN credits_used
			ELSE iif(settled_by IS NULL, 0, total_input_tokens) END) FROM runs r WHERE r.org_id = s.org_id AND r.agent_id = s.subject)) AS wrong_used
		FROM credit_accounts a WHERE org_id = '${org_id}'`
	const right = { ledger: 1, held: 1, charged: 1, ended_but_held: 0, held_without_run: 0, wrong_held: 0, wrong_used: 0 }
	for (const wanted of ANSWERED) {
		const callers = Array.from({ length: CALLERS }, () => caller().catch(() => undefined))
		while (verbs.answered < wanted) await sleep(5)
		await kill()
		await Promise.all(callers)
		const [counts] = await rows<{ runs: number; live: number }>(
			`SELECT (SELECT count(*) FROM runs WHERE org_id = '${org_id}') AS runs, (SELECT count(*) FROM holds WHERE org_id = '${org_id}') AS live`,
		)
		expect(`${verbs.answered} verbs answered, ${counts?.runs} runs, of which ${counts?.live} live`, await rows(sums), [
			right,
		])
		const lost = await rows(
			`SELECT value FROM json_each('${JSON.stringify([...ended])}') WHERE value NOT IN (SELECT run_id FROM runs WHERE settled_by IS NOT NULL)`,
		)
		expect('ends that were answered and are lost', lost, [])
		await start()
	}
	await sleep((TTL_S + 1) * 1_000)
	const [left] = await rows<{ spent: number; balance: number }>(
		`SELECT (SELECT sum(spent_credits) FROM holds WHERE org_id = '${org_id}') AS spent, balance FROM credit_accounts WHERE org_id = '${org_id}'`,
	)
	const free = (left?.balance ?? 0) - (left?.spent ?? 0)
	const begin = (credits: number) =>
		call('POST', '/v1/runtime/runs/begin', { run_id: `all-${credits}`, org_id, hold: { credits } }).then(
			() => 'begun',
			(error: Error) => (error.message.includes('credits.insufficient') ? 'refused' : error.message),
		)
	expect('after their time one credit too many', await begin(free + 1), 'refused')
	expect('after their time all that no run has spent', await begin(free), 'begun')
}
