import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json } from '../../ground/db/columns.ts'

export const KINDS = ['spend', 'change'] as const
export const ACCOUNTS = ['user', 'service_account', 'binding'] as const
const DECISIONS = ['granted', 'declined'] as const

/** A budget that refused the run, and where the run counts in it. */
export interface AskedOf {
	budget_id: string
	name: string
	scope: string
	subject: string
	unit: 'credits' | 'tokens' | 'runs'
	window: string
	/** Empty for a total. */
	window_start: string
	resets_at: string | null
}

/** Amounts beyond budgets. */
export type Amounts = Record<'credits' | 'tokens' | 'runs', number>

/** What a run asks for. */
export interface Spend extends Amounts {
	run_id: string
	org_id: string
	user_id: string | null
	agent_id: string | null
	budgets: AskedOf[]
}

/** What a run was granted. `until` is the end of a raise of a total. */
export type Granted = Amounts & { for: 'run' | 'window'; until: string | null }

/** What waits for a person's decision, and what was decided in the last 90 days. `lapsed` is by the clock: no row says it. */
export const requests = sqliteTable(
	'requests',
	{
		id: id(),
		/** Who decides: an org's id, or `platform`. */
		owner: text().notNull(),
		/** The org of the run, or the one in which the key acts. */
		org_id: text(),
		kind: text({ enum: KINDS }).notNull(),
		asked_by_kind: text({ enum: ACCOUNTS }).notNull(),
		/** A user or a service account. Null for a binding. */
		asked_by_id: text(),
		/** The key that asked, and the first of its line. */
		key_id: text(),
		key_root_id: text(),
		reason: text(),
		created_at: createdAt(),
		expires_at: text().notNull(),
		decided_at: text(),
		decided_by: text(),
		decision: text({ enum: DECISIONS }),
		decision_reason: text(),
		run_id: text(),
		spend: json<Spend>(),
		granted: json<Granted>(),
		change: json<Record<string, unknown>>(),
		/** Of a change: what was shown, as a fingerprint. That of a run is computed when it is read. */
		hash: text(),
		/** When the people who may decide were notified, and when a mail was sent to them. */
		told_at: text(),
		mailed_at: text(),
	},
	(table) => [
		index('requests_owner').on(table.owner, table.id),
		index('requests_open')
			.on(table.owner, table.kind, table.org_id, table.expires_at)
			.where(sql`${table.decided_at} IS NULL`),
		index('requests_untold')
			.on(table.told_at, table.id)
			.where(sql`${table.decided_at} IS NULL AND ${table.mailed_at} IS NULL`),
		index('requests_run')
			.on(table.run_id)
			.where(sql`${table.run_id} IS NOT NULL`),
		check('requests_decided', sql`(${table.decided_at} IS NULL) = (${table.decision} IS NULL)`),
		check(
			'requests_kind',
			sql`iif(${table.kind} = 'spend', ${table.spend} IS NOT NULL AND ${table.run_id} IS NOT NULL, ${table.change} IS NOT NULL)`,
		),
	],
)
