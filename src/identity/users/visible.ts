import { eq, ne, type SQL, sql } from 'drizzle-orm'
import { onPage } from '../../db/search.ts'
import { allOf } from '../../db/state.ts'
import type { openPage } from '../../http/page.ts'
import { users } from './table.ts'

// A deleted user is in no list, and its id is a 404 (spec 4.11).

/** The condition of one user who is not deleted. */
export const present = (user_id: string) => allOf(eq(users.id, user_id), ne(users.status, 'deleted'))

const LISTED = ['active', 'suspended'] as const

interface Filter {
	q: string | undefined
	status: (typeof LISTED)[number] | undefined
}

/** The users on one page of the list, newest first; deleted ones are on none. Reads no more than the page has. */
export function matching({ q, status }: Filter, page: ReturnType<typeof openPage>): SQL {
	const { seq } = users
	if (q)
		return onPage({ seq, index: 'users_search', q, columns: ['login', 'username', 'email'], exactly: { status } }, page)
	const before = page.before(sql`u.seq`)
	const newest = (status ? [status] : LISTED).map(
		(one) => sql`SELECT u.seq FROM users u WHERE u.status = ${one}${before && sql` AND ${before}`}`,
	)
	// Both statuses are merged as their index has them, so that not even many deleted users are read.
	return sql`${seq} IN (${sql.join(newest, sql` UNION ALL `)} ORDER BY seq DESC LIMIT ${page.limit})`
}
