import { eq, ne, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { columnsBut } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { inOneCase, nameIn } from '../../ground/db/one-case.ts'
import { onPage } from '../../ground/db/search/search.ts'
import { allOf } from '../../ground/db/state.ts'
import { notFound } from '../../ground/http/errors.ts'
import type { openPage } from '../../ground/http/page.ts'
import { type USER_STATUSES, users } from './table.ts'

// Deleted users are a 404, and a list has them only if it's asked for them (spec 4.11).

/** The columns of a user's record. */
export const userColumns = columnsBut(
	users,
	'seq',
	'reached_at',
	'email_proved_by',
	'email_set_by_operator',
	'login_caseless',
	'username_caseless',
	'email_caseless',
)

/** The condition of one user who isn't deleted. */
export const present = (user_id: string) => allOf(eq(users.id, user_id), ne(users.status, 'deleted'))

/**
 * Whether a user's address proves to a provider or a directory that the account is theirs. An operator's tick doesn't: anyone who may set
 * addresses could otherwise hand somebody's sign-in another account.
 */
export const isAddressProved = sql`(${users.email_verified} = 1 AND ${users.email_proved_by} IS NOT 'operator')`

/** What's set along with an address that its user has verified by a mail. */
export const PROVED_BY_MAIL = { email_verified: true, email_proved_by: 'mail', email_set_by_operator: false } as const

/** What's set along with the loss of an address. */
export const NO_ADDRESS = {
	email: null,
	email_verified: false,
	email_proved_by: null,
	email_set_by_operator: false,
} as const

/** The rows of a query about a user, in one D1 call. Throws 404 if there is no such user. */
export async function rowsOfUser<Row>(
	db: Database['reader'],
	user_id: string,
	query: BatchItem<'sqlite'> & PromiseLike<Row[]>,
): Promise<Row[]> {
	const user = db.select({ id: users.id }).from(users).where(present(user_id)).limit(1)
	const [[known], rows] = await db.batch([user, query])
	if (!known) throw notFound('User')
	return rows as Row[]
}

const LISTED = ['active', 'suspended'] as const

const statuses = (status: Filter['status']) =>
	sql.join(
		(status ? [status] : LISTED).map((one) => sql`${one}`),
		sql`, `,
	)

interface Filter {
	q: string | undefined
	status: (typeof USER_STATUSES)[number] | undefined
	shares_name?: 'true' | 'false' | undefined
}

/** The condition of one page of the list, newest first. It reads only as many rows as the page has. */
export function matching({ q, status, shares_name }: Filter, page: ReturnType<typeof openPage>): SQL {
	const { seq } = users
	if (shares_name === 'true') return sharing({ q, status }, page)
	const before = page.before(sql`u.seq`)
	if (q) {
		const columns = ['login', 'username', 'email']
		// The index ignores the case of most letters, but not of all: a whole name is found as names are compared.
		const also = sql`SELECT u.seq FROM users u WHERE u.username_caseless = ${inOneCase(q)} AND u.status IN (${statuses(status)})${before && sql` AND ${before}`}`
		return onPage({ seq, index: 'users_search', q, columns, exactly: { status }, also }, page)
	}
	const newest = (status ? [status] : LISTED).map(
		(one) => sql`SELECT u.seq FROM users u WHERE u.status = ${one}${before && sql` AND ${before}`}`,
	)
	// The index is ordered within each status, so we merge the two. That way no deleted user is read, however many there are.
	return sql`${seq} IN (${sql.join(newest, sql` UNION ALL `)} ORDER BY seq DESC LIMIT ${page.limit})`
}

/** The condition of one page of those who share a name that somebody else had first. They are few. */
function sharing({ q, status }: Filter, page: ReturnType<typeof openPage>): SQL {
	const before = page.before(sql`u.seq`)
	const texts = ['login', 'username', 'email'].map((field) => nameIn('u', field))
	const contains = texts.map(
		({ name, caseless }) => sql`instr(coalesce(${caseless}, lower(${name})), ${inOneCase(q ?? '')}) > 0`,
	)
	return sql`${users.seq} IN (SELECT u.seq FROM users u WHERE u.id IN (SELECT n.user_id FROM name_claims n) AND u.status IN (${statuses(status)})
		AND (${sql.join(contains, sql` OR `)})${before && sql` AND ${before}`} ORDER BY u.seq DESC LIMIT ${page.limit})`
}
