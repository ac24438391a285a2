import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, refersTo } from '../../ground/db/columns.ts'
import { orgs } from '../../tenancy/orgs/table.ts'

/** In the order a run goes through them. The last three are terminal. */
export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const

/**
 * The runs that the agent runtime reports. `runs_last_of_org` in `../dashboard/triggers.sql` maintains `last_run_on` of their org.
 */
export const runs = sqliteTable(
	'runs',
	{
		run_id: text().primaryKey(),
		org_id: refersTo(() => orgs.id),
		thread_id: text(),
		status: text({ enum: RUN_STATUSES }).notNull(),
		model: text(),
		persona_id: text(),
		provider_kind: text(),
		credential_name: text(),
		persona_model: text(),
		duration_ms: integer(),
		total_input_tokens: integer().notNull().default(0),
		total_output_tokens: integer().notNull().default(0),
		/** Millionths of a US dollar: what counted, and what was reported so far while it's open. */
		cost_microusd: integer().notNull().default(0),
		credits_used: integer().notNull().default(0),
		/** The part of `credits_used` that the balance didn't cover. */
		shortfall: integer().notNull().default(0),
		/** The report that made the run terminal. That report's batch also writes the usage, the credits and the event. */
		settled_by: text(),
		created_at: createdAt(),
		completed_at: text(),
		/** On whose behalf, by which agent and with which API key it began, as far as that was named. */
		user_id: text(),
		agent_id: text(),
		api_key_id: text(),
		/** By which name budgets and usage know the model, caseless. Null if that's `model`, or if no model is named. */
		model_key: text(),
		/** Parts of `total_input_tokens`. Null if nobody reported them. */
		total_cache_read_tokens: integer(),
		total_cache_write_tokens: integer(),
		/** Of what was reported and what the price of the model comes to, the one that didn't count. Null if there's none. */
		other_cost_microusd: integer(),
		/** What counted, whose model ran and whether it has a price: see `costing.ts`. Null in runs that ended before this column existed. */
		costing: integer(),
	},
	(table) => [
		// What a run costs us is rows written. Filters by status and model walk the first two indexes up to a limit: see `read.ts`.
		index('runs_created_at').on(table.created_at, table.run_id),
		index('runs_org').on(table.org_id, table.created_at, table.run_id),
		index('runs_completed_at')
			.on(table.completed_at, table.run_id)
			.where(sql`${table.completed_at} IS NOT NULL`),
		check('runs_status_known', sql`${table.status} IN ('queued', 'running', 'completed', 'failed', 'cancelled')`),
		check(
			'runs_counts',
			sql`min(${table.total_input_tokens}, ${table.total_output_tokens}, ${table.cost_microusd}) >= 0`,
		),
		check('runs_shortfall', sql`${table.shortfall} BETWEEN 0 AND ${table.credits_used}`),
	],
)
