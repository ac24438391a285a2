import { type SQL, sql } from 'drizzle-orm'
import type { Builder } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { literal } from '../../ground/db/state.ts'
import { agentDays } from './table.ts'

/** How many names of an org are kept apart: those with a run in the last `RECENT_DAYS`. */
const NAMES = 1_000
/** The most that an org has, those included whose last run is older. So counting them reads no more rows than a call may. */
const ALL_NAMES = 1.5 * NAMES
const RECENT_DAYS = 30

const SUMS = ['run_count', 'failed_run_count', 'cost_microusd']

/** The most credits of a day: a single run may use as many, and the sum mustn't overflow. */
const MOST = literal(Number.MAX_SAFE_INTEGER)

const BACK = sql.raw(`'-${RECENT_DAYS} days'`)

/** How long a stored time is. */
const LENGTH = literal(new Date(0).toISOString().length)

/** A column of the later of two failures. */
const later = (name: string) =>
	sql.raw(`iif(excluded.last_failed_at >= coalesce(last_failed_at, ''), excluded.${name}, ${name})`)

const IS_KNOWN = sql`EXISTS (SELECT 1 FROM agent_days d WHERE d.org_id = n.org_id AND d.agent_id = n.agent_id)`

/**
 * Whether the org of `n` has no room for another name. Once the other names have a row of the day, nothing is counted. All runs of a
 * report are asked before any is added. A common table would make it exact, and double what SQLite takes to compile the statement, which
 * is most of its cost.
 */
const isFullAt = (
	at: SQL,
) => sql`EXISTS (SELECT 1 FROM agent_days o WHERE o.org_id = n.org_id AND o.agent_id = '' AND o.day = n.day)
	OR (WITH RECURSIVE names(name, place) AS (SELECT '', 0 UNION ALL
		SELECT (SELECT min(d.agent_id) FROM agent_days d WHERE d.org_id = n.org_id AND d.agent_id > name), place + 1
		FROM names WHERE name IS NOT NULL AND place < ${literal(ALL_NAMES)})
	SELECT max(place) = ${literal(ALL_NAMES)} OR count(*) FILTER (WHERE name > '' AND EXISTS (SELECT 1 FROM agent_days d
		WHERE d.org_id = n.org_id AND d.agent_id = name AND d.day > date(${at}, ${BACK}))) >= ${literal(NAMES)} FROM names)`

/**
 * The statement that adds runs to the days of their agents. `ended` follows FROM and names the runs `r`. A run that names no agent counts
 * nowhere, and one of a new name for which the org has no room counts under the empty one.
 */
export function addAgents(db: Builder, ended: SQL) {
	const { org_id, agent_id, day } = agentDays
	const named = sql`(SELECT r.org_id, r.agent_id, substr(r.completed_at, 1, 10) AS day, count(*) AS run_count,
		sum(r.status = 'failed') AS failed_run_count, sum(r.cost_microusd) AS cost_microusd, sum(r.credits_used) AS credits_used,
		max(r.completed_at) AS last_run_at, max(iif(r.status = 'failed', r.completed_at || r.run_id, NULL)) AS failure
		FROM ${ended} WHERE r.agent_id <> '' GROUP BY 1, 2, 3) n`
	return insertFrom(
		db,
		agentDays,
		{
			org_id: sql`org_id`,
			agent_id: sql`CASE WHEN ${IS_KNOWN} THEN agent_id WHEN ${isFullAt(sql`${db.now()}`)} THEN '' ELSE agent_id END`,
			day: sql`day`,
			run_count: sql`run_count`,
			failed_run_count: sql`failed_run_count`,
			cost_microusd: sql`cost_microusd`,
			credits_used: sql`min(credits_used, ${MOST})`,
			last_run_at: sql`last_run_at`,
			last_failed_at: sql`substr(failure, 1, ${LENGTH})`,
			last_failed_run_id: sql`substr(failure, ${LENGTH} + 1)`,
		},
		sql`${named} WHERE true`,
	).onConflictDoUpdate({
		target: [org_id, agent_id, day],
		set: {
			...Object.fromEntries(SUMS.map((name) => [name, sql.raw(`${name} + excluded.${name}`)])),
			credits_used: sql`min(credits_used + excluded.credits_used, ${MOST})`,
			last_run_at: sql`max(last_run_at, excluded.last_run_at)`,
			last_failed_at: later('last_failed_at'),
			last_failed_run_id: later('last_failed_run_id'),
		},
	})
}
