import { names } from '../org-rows/decision.ts'
import { TABLES } from '../org-rows/tables.ts'

/**
 * Stored responses come first: if a response is in the backup, so is its effect. The ledger and the sums of runs come before the runs:
 * every charge in the backup belongs to a run in the backup, and a repeated report charges nobody twice. So do grants before requests.
 */
const FIRST = names('idempotency_keys ledger_entries usage_days agent_days budget_grants')

/** What others refer to. */
const LAST = names('replaced_secrets secrets broadcasts user_erasures name_claims org_deletions users orgs')

/**
 * The tables that a backup copies, in this order: those that `org-rows/tables.ts` doesn't leave out. A row is copied before the rows it
 * refers to, so those are in the backup unless they were deleted in the meantime. For most tables that's the order of the erasure.
 */
export const COPIED = [
	...FIRST,
	...Object.entries(TABLES).flatMap(([name, { backup }]) =>
		backup || FIRST.includes(name) || LAST.includes(name) ? [] : [name],
	),
	...LAST,
]

/** The tables that migrations fill: an empty instance may have these rows. */
export const FILLED_BY_MIGRATIONS = ['activity_days']

export interface Column {
	table_name: string
	name: string
	/** The column's position in the primary key, from 1; 0 if it isn't part of the key. */
	pk: number
}

/** Asks SQLite for the columns of tables, without generated ones. The parameter is a JSON list of table names. */
export const COLUMNS = `SELECT t.value AS table_name, c.name, c.pk FROM json_each(?) AS t
	JOIN pragma_table_xinfo(t.value) AS c WHERE c.hidden = 0 ORDER BY t.key, c.cid`

export const quoted = (name: string) => `"${name}"`
