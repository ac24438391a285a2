import { is, SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'

/** What happens to a table's rows. `platform` says why none of them is an org's. */
export type Decision = Fate & (OfOrg | { platform: string })

interface Fate {
	/**
	 * If a backup doesn't copy the rows: from what a restore makes them again, or why no row is needed. `left` alone is for the reason
	 * in `platform`.
	 */
	backup?: { derived: string } | { left: string } | 'left'
	/** Whether the retention job deletes rows, as their slice declares. */
	expires?: true
}

export interface OfOrg {
	table: SQLiteTable
	/** The condition of an org's rows; `:org` stands for its id. By default, that this is their `org_id`. */
	rows?: string
	/** What an export shows, or why it shows nothing. */
	exported: Shown | { not: string }
	/** What the erasure does: delete the rows, or keep them for the reason in `kept`. */
	erased: 'deleted' | Kept
}

export interface Shown {
	/** The kind of its lines. By default the table's name. */
	kind?: string
	columns: readonly string[]
	/** The columns that aren't, each with the reason. */
	withheld?: Record<string, string>
	/** Values that come from other tables, as expressions, or a column as the org may see it. */
	more?: Record<string, SQL>
	/** The columns that order the rows, if the key would read too many. */
	order?: string
	/** A condition of the rows that the API lists too, such as those that aren't deleted. */
	where?: string
	/** What a line shows for a row. By default the row. */
	line?: (row: never) => object
}

interface Kept {
	kept: string
	/** New values that take what's personal out of a row, as expressions. */
	set?: Record<string, string>
	/** The condition of a row that still has something personal. */
	unless?: string
	/** Which job deletes the rows by their age. */
	by?: string
}

/** What a list of the org selects of a table, for its export. */
export function asListed(selected: Record<string, SQLiteColumn | SQL.Aliased>): Pick<Shown, 'columns' | 'more'> {
	const fields = Object.entries(selected)
	const made = fields.flatMap(([name, field]) => (is(field, SQL.Aliased) ? [[name, field.sql] as const] : []))
	return {
		columns: fields.flatMap(([name, field]) => (is(field, SQL.Aliased) ? [] : [name])),
		more: Object.fromEntries(made),
	}
}

export const rowsOf = ({ rows = 'org_id = :org' }: OfOrg): string => rows

/** A condition of the table of tables for one org. */
export function of(condition: string, org_id: string): SQL {
	const parts = condition.split(':org').map((text) => sql.raw(text))
	return sql.join(parts, sql`${org_id}`)
}

export const names = (text: string) => text.split(' ')
