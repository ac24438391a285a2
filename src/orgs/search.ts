import { type SQL, sql } from 'drizzle-orm'
import { orgs } from './table.ts'

/** The least number of characters a trigram index can find. */
const TRIGRAM = 3

/** Orgs with `q` in their name, in any case, by the trigram index `orgs_search`; shorter terms match its beginning. */
export function nameContains(q: string): SQL {
	if (Array.from(q).length < TRIGRAM) {
		const start = q.toLowerCase()
		return sql`lower(${orgs.name}) >= ${start} AND lower(${orgs.name}) < ${start} || char(1114111)`
	}
	return sql`${orgs.seq} IN (SELECT rowid FROM orgs_search WHERE orgs_search MATCH ${`"${q.replaceAll('"', '""')}"`})`
}
