import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

// Whoever runs a provider can sign in as anybody who is linked. So what is made in a session of its connection says so, in a column
// `through_connection_id`, and while the connection waits it's the word of who decided that one.

type Id = SQLWrapper | string | null

/** A connection, the one through which somebody decided it, and so on: WITH, for a query of `behind`. */
const behind = (connection_id: Id) =>
	sql`WITH RECURSIVE behind(id) AS (SELECT ${connection_id} UNION SELECT made.through_connection_id FROM behind
		JOIN oidc_connections made ON made.id = behind.id WHERE made.through_connection_id IS NOT NULL)`

/** Whether a sign-in through a connection might be the word of another one: of itself, or of one through which it was decided. */
export const isBehind = (connection_id: string | null, id: SQLWrapper): SQL =>
	connection_id === null ? sql`0` : sql`${id} IN (${behind(connection_id)} SELECT b.id FROM behind b)`

/**
 * Since when what was made through a connection isn't trusted: this one or one behind it waits, or did when it was deleted. Null if it's
 * trusted, and for null. When a connection was deleted isn't known, so `made_at` stands for it.
 */
export const distrustedSince = (connection_id: SQLWrapper, made_at: SQLWrapper) =>
	sql<string | null>`iif(${connection_id} IS NULL, NULL, (${behind(connection_id)}
		SELECT min(iif(made.id IS NULL, ${made_at}, made.waits_since))
		FROM behind LEFT JOIN oidc_connections made ON made.id = behind.id))`

/** Whether what was made through a connection is trusted, as what was made in a sign-in of one's own is. */
export const isTrusted = (connection_id: SQLWrapper): SQL => sql`${distrustedSince(connection_id, sql`''`)} IS NULL`

/** Since when the connection in a row with this alias waits: because who decided it may decide no longer, or by the above; null if it doesn't. */
export const waitsSince = (alias = 'oidc_connections') => {
	const column = (name: string) => sql.raw(`${alias}.${name}`)
	const isLeft = column('waits_since')
	return sql<
		string | null
	>`coalesce(${isLeft}, ${distrustedSince(column('through_connection_id'), column('updated_at'))})`
}
