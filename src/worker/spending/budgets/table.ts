import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json } from '../../ground/db/columns.ts'

export const SCOPES = ['org', 'user', 'api_key', 'agent', 'model', 'run'] as const
export const UNITS = ['credits', 'tokens', 'runs'] as const
export const WINDOWS = ['hour', 'day', 'week', 'month', 'total'] as const
export const MODES = ['enforce', 'observe'] as const

/** A limit on what runs can use. The triggers in `triggers.sql` keep the states of its subjects. */
export const budgets = sqliteTable(
	'budgets',
	{
		id: id(),
		/** Who made it and may change it: an org's id, or `platform`. */
		owner: text().notNull(),
		/** The org that it applies to. Null for each org separately, which only the platform's can. */
		org_id: text(),
		name: text().notNull(),
		scope: text({ enum: SCOPES }).notNull(),
		/** Whom it bounds. Null for each subject separately. */
		subject: text(),
		unit: text({ enum: UNITS }).notNull(),
		limit: integer().notNull(),
		window: text({ enum: WINDOWS }).notNull(),
		mode: text({ enum: MODES }).notNull(),
		/** The percentages at which `budget.threshold` is emitted, rising. */
		alerts: json<number[]>().notNull(),
		expires_at: text(),
		/** Runs that began before don't count. The trigger `budgets_count` sets it to an earlier time if it counts those of the window. */
		counts_since: text().notNull(),
		created_at: createdAt(),
		updated_at: text().notNull(),
	},
	(table) => [
		index('budgets_owner').on(table.owner, table.id),
		index('budgets_org').on(table.org_id, table.id),
		index('budgets_any_name').on(sql`lower(${table.name})`),
		uniqueIndex('budgets_name').on(table.owner, table.name),
		check('budgets_limit', sql`${table.limit} >= 0`),
		check('budgets_owner', sql`${table.owner} IN ('platform', ${table.org_id})`),
		check('budgets_run', sql`${table.scope} <> 'run' OR ${table.subject} IS NULL AND ${table.window} = 'total'`),
	],
)

/**
 * What the runs of a subject took in a window of a budget, and what live runs count for. Runs have no states of their own. The
 * triggers in `triggers.sql` write `used` and `held`, and never lower `refused`.
 */
export const budgetStates = sqliteTable(
	'budget_states',
	{
		budget_id: text().notNull(),
		org_id: text().notNull(),
		subject: text().notNull(),
		/** The beginning of the window. Empty for a total. */
		window_start: text().notNull(),
		used: integer().notNull().default(0),
		held: integer().notNull().default(0),
		/** How often it refused, or would have refused if it only observes. */
		refused: integer().notNull().default(0),
		/** When it refused first. */
		exceeded_at: text(),
		changed_at: text().notNull(),
		/** By how much people raised the limit in this window, of a total until then. */
		raised: integer().notNull().default(0),
		raised_until: text(),
		/** What runs took by what they were granted for themselves. */
		beyond: integer().notNull().default(0),
	},
	(table) => [primaryKey({ columns: [table.budget_id, table.window_start, table.org_id, table.subject] })],
)

/**
 * By how much a run may exceed a budget, and what it took of that. The trigger of `requests` writes `granted`, `budget_moves_apply`
 * keeps `beyond`, and the end of the run takes the row.
 */
export const budgetGrants = sqliteTable(
	'budget_grants',
	{
		run_id: text().notNull(),
		budget_id: text().notNull(),
		org_id: text().notNull(),
		/** The state that the run was refused by. In another window, or under another name, the grant is none. */
		subject: text().notNull(),
		window_start: text().notNull(),
		granted: integer().notNull(),
		beyond: integer().notNull().default(0),
		created_at: createdAt(),
	},
	(table) => [
		primaryKey({ columns: [table.run_id, table.budget_id] }),
		index('budget_grants_budget').on(table.budget_id, table.org_id),
		check('budget_grants_beyond', sql`${table.beyond} BETWEEN 0 AND ${table.granted}`),
	],
)

/** The thresholds that a subject has crossed in a window, so each causes one event and one notice. */
export const budgetAlerts = sqliteTable(
	'budget_alerts',
	{
		budget_id: text().notNull(),
		org_id: text().notNull(),
		/** The run for a budget of runs. */
		subject: text().notNull(),
		window_start: text().notNull(),
		/** The threshold; 0 for the first refusal. */
		percent: integer().notNull(),
		used: integer().notNull(),
		held: integer().notNull(),
		created_at: createdAt(),
		/** When it was sent by mail, or found to have no one to send it to. */
		mailed_at: text(),
	},
	(table) => [
		primaryKey({ columns: [table.budget_id, table.window_start, table.org_id, table.subject, table.percent] }),
		index('budget_alerts_day').on(table.budget_id, table.org_id, table.created_at),
		index('budget_alerts_unmailed')
			.on(table.created_at)
			.where(sql`${table.mailed_at} IS NULL`),
	],
)
