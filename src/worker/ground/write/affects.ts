import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { literal } from '../db/state.ts'
import { auditStates } from './table.ts'

// Whom a change touches, and how many there are: a dry run says so, from within its batch.

/** What a kind counts. */
export const TOUCHED = {
	orgs: 'orgs that have it',
	org_overrides: 'orgs with a value of their own',
	subscribers: 'orgs on the plan now',
	deactivated: 'what another one takes the place of',
	used_up: 'who has used it up already',
}

/** What comes after FROM, for the rows to count, and what a row is called if it should be named. */
interface Counted {
	from: SQL
	name?: SQL
}

/** What a kind counts for a change of its rows. */
export type Touches = Partial<Record<keyof typeof TOUCHED, Counted>>

/** What a dry run says of it. */
export interface Touching {
	kind: string
	what: string
	count: number
	/** Whether there are more, because counting ends there. */
	has_more: boolean
	names: string[]
}

/** The count ends here, so that it costs no more on a large platform. */
const MOST = 10_000

/** As many have their names in it. */
const NAMED = 5

const column = <T>(name: string) => sql<T>`${sql.identifier(name)}`.as(name)

/** The query for what a change touches, at the end of its batch, by kind; undefined if the kinds count nothing. */
export function selectTouched(db: Database['reader'], audit_id: string, kinds: [kind: string, touches: Touches][]) {
	const selects = kinds.flatMap(([kind, touches]) =>
		Object.entries(touches).map(([what, { from, name }]) => {
			const names = name
				? sql`(SELECT json_group_array(n) FROM (SELECT ${name} AS n FROM ${from} LIMIT ${literal(NAMED)}))`
				: sql`'[]'`
			return sql`SELECT ${literal(kind)} AS kind, ${literal(what)} AS what,
				(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${literal(MOST + 1)})) AS count, ${names} AS names`
		}),
	)
	if (selects.length === 0) return undefined
	return (
		db
			.select({
				kind: column<string>('kind'),
				what: column<string>('what'),
				count: column<number>('count'),
				names: column<string>('names'),
			})
			.from(sql`(${sql.join(selects, sql` UNION ALL `)})`)
			// A repeat changes nothing, and keeps no rows.
			.where(sql`EXISTS (SELECT 1 FROM ${auditStates} WHERE ${auditStates.audit_id} = ${audit_id})`)
	)
}

type Selected = Awaited<NonNullable<ReturnType<typeof selectTouched>>>[number]

/** Its rows as a dry run says them. */
export const touchingIn = (rows: unknown): Touching[] =>
	(rows as Selected[]).map(({ count, names, ...what }) => ({
		...what,
		count: Math.min(count, MOST),
		has_more: count > MOST,
		names: JSON.parse(names) as string[],
	}))
