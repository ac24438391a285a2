import { type SQL, sql } from 'drizzle-orm'
import { boundedInRun, tookOfRun, windowOf } from './match.ts'

const { raw } = sql

const ended = (since: string, ofOrg: SQL): SQL =>
	sql`SELECT b.id AS budget_id, r.org_id, ${boundedInRun} AS subject, b.subject AS bounds, b.scope, ${windowOf(raw('r.created_at'))} AS window_start, ${tookOfRun} AS used
		FROM budgets b CROSS JOIN runs r WHERE ${ofOrg} AND r.created_at >= max(b.counts_since, ${windowOf(sql`${since}`)}) AND r.settled_by IS NOT NULL`

/**
 * The statements that count the states of a restored database again, of the windows that ran at `since` or later. Their rows were
 * copied at different moments. Runs in the archive aren't counted, so where some could be missing, `used` stays at least what was
 * copied. No trigger of the table may be on.
 */
export const recounts = (since: string): SQL[] => [
	sql`UPDATE budget_states SET used = 0 FROM budgets b WHERE b.id = budget_states.budget_id AND budget_states.window_start >= ${windowOf(sql`${since}`)}
		AND NOT EXISTS (SELECT 1 FROM run_archives m WHERE m.org_id = budget_states.org_id AND m.newest_at >= max(b.counts_since, budget_states.window_start))`,
	sql`INSERT INTO budget_states (budget_id, org_id, subject, window_start, used, changed_at)
		SELECT budget_id, org_id, subject, window_start, sum(used), ${since} FROM (
			${ended(since, raw('b.org_id IS NOT NULL AND r.org_id = b.org_id'))} UNION ALL ${ended(since, raw('b.org_id IS NULL'))}
			UNION ALL SELECT l.budget_id, l.org_id, l.subject, NULL, NULL, l.window_start, 1 FROM budgets b CROSS JOIN budget_holds l
			WHERE l.budget_id = b.id AND b.unit = 'runs' AND b.scope <> 'run' AND l.run_created_at >= ${windowOf(sql`${since}`)}
		) WHERE subject = coalesce(bounds, subject) OR scope = 'model' AND subject = lower(bounds) GROUP BY 1, 2, 3, 4 HAVING sum(used) > 0
		ON CONFLICT DO UPDATE SET used = max(used, excluded.used)`,
	sql`UPDATE budget_states SET held = 0`,
	sql`INSERT INTO budget_states (budget_id, org_id, subject, window_start, held, changed_at)
		SELECT l.budget_id, l.org_id, l.subject, l.window_start, sum(l.counted), ${since} FROM budget_holds l JOIN budgets b ON b.id = l.budget_id
		WHERE b.scope <> 'run' GROUP BY 1, 2, 3, 4 HAVING sum(l.counted) > 0
		ON CONFLICT DO UPDATE SET held = excluded.held`,
	sql`UPDATE budget_states SET beyond = min(beyond, used + held) WHERE beyond > 0`,
]
