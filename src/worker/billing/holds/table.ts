import { type SQL, sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A unit of a run: the most that a hold can have, and the most that a run can have spent. */
export const MOST = 1_000_000_000_000

const counted = (hold: string, spent: string): SQL =>
	sql.raw(`iif(expires_at IS NULL, ${spent}, max(${hold}, ${spent}))`)

/**
 * The runs that have begun and not ended, each with what it holds and what it has spent. The row goes when its run ends. The
 * triggers in `triggers.sql` keep their sum in `credit_accounts.held`.
 */
export const holds = sqliteTable(
	'holds',
	{
		run_id: text().primaryKey(),
		org_id: text().notNull(),
		user_id: text(),
		agent_id: text(),
		/** The API key that began the run over HTTP. */
		api_key_id: text(),
		/** What `selector` resolved to at the beginning, or what an earlier report named. */
		model: text(),
		provider: text(),
		/** The caseless name of the model. Null if that's `model`. */
		model_key: text(),
		/** What a pause may call the provider, as a list: its name, kind, host and id. */
		provider_names: text(),
		/** What decides the price of the model that was resolved at the beginning, as JSON: see `price.ts`. Later changes of the model don't change it. */
		price: text(),
		/** The model that a progress named, if none was resolved at the beginning. */
		model_id: text(),
		/** When the run began. It says to which windows of budgets the run belongs. */
		run_created_at: text().notNull(),
		/** What the run may take, from its beginning to its end. */
		credits: integer().notNull().default(0),
		tokens: integer().notNull().default(0),
		spent_credits: integer().notNull().default(0),
		spent_tokens: integer().notNull().default(0),
		/** What the run counts for. After the hold has lapsed that's what it has spent. */
		counted_credits: integer().notNull().generatedAlwaysAs(counted('credits', 'spent_credits'), { mode: 'virtual' }),
		counted_tokens: integer().notNull().generatedAlwaysAs(counted('tokens', 'spent_tokens'), { mode: 'virtual' }),
		ttl_s: integer().notNull(),
		/** When the hold lapses. Null once it has, and its sums are corrected. */
		expires_at: text(),
		/** The call that began the run, the one that was granted its hold last, and when the row changed last. */
		begun_by: text().notNull(),
		call_id: text().notNull(),
		touched_at: text().notNull(),
	},
	(table) => [
		index('holds_org').on(table.org_id, table.expires_at),
		check(
			'holds_amounts',
			sql`min(${table.credits}, ${table.tokens}, ${table.spent_credits}, ${table.spent_tokens}) >= 0`,
		),
	],
)

/**
 * What the live runs of an org count for in credits, as an expression: the kept sum without what has lapsed at `at` and isn't cleared
 * up yet. `account` is the name of a row of `credit_accounts`.
 */
export const heldBy = (account: string, at: string | SQL): SQL<number> => {
	const { held, org_id } = { held: sql.raw(`${account}.held`), org_id: sql.raw(`${account}.org_id`) }
	return sql`(${held} - coalesce((SELECT sum(h.counted_credits - h.spent_credits) FROM holds h WHERE h.org_id = ${org_id} AND h.expires_at <= ${at}), 0))`
}
