import { type SQL, sql } from 'drizzle-orm'
import { orgs } from './table.ts'

/** The least number of characters a trigram index can find. */
const TRIGRAM = 3

/** Orgs with `q` in their name, in any case, by the trigram index `orgs_search`; shorter terms match its beginning. */
export function nameContains(q: string): SQL {
	if (Array.from(q).length < TRIGRAM) {
		const ranges = spellings(q).map((start) => sql`(${folded} >= ${start} AND ${folded} < ${start} || char(1114111))`)
		return sql`(${sql.join(ranges, sql` OR `)})`
	}
	return sql`${orgs.seq} IN (SELECT rowid FROM orgs_search WHERE orgs_search MATCH ${`"${q.replaceAll('"', '""')}"`})`
}

const folded = sql`lower(${orgs.name})`

// SQLite folds ASCII only, so other letters are looked for in both cases: four spellings at most.
const spellings = (q: string): string[] =>
	Array.from(q)
		.map((letter) =>
			/[a-z]/i.test(letter) ? [letter.toLowerCase()] : [...new Set([letter.toLowerCase(), letter.toUpperCase()])],
		)
		.reduce<string[]>((starts, cases) => starts.flatMap((start) => cases.map((letter) => start + letter)), [''])
