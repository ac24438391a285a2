import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { oidcDomains } from '../../sign-in/identities/table.ts'

/** Whether a connection has proved a domain, so that it speaks for its addresses. */
export const hasProved = (connection_id: SQLWrapper | string, domain: string) =>
	sql`EXISTS (SELECT 1 FROM oidc_domains d WHERE d.connection_id = ${connection_id} AND d.domain = ${domain} AND d.proved_at IS NOT NULL)`

interface Checked {
	domain: string
	challenge: string
	/** Undefined if a resolver didn't answer. */
	isFound: boolean | undefined
}

/**
 * The statement that notes what a look at a domain's record found. A domain that another connection has verified stays theirs, and
 * one whose resolvers didn't answer stays as it is.
 */
export function checked(
	db: Database['reader'],
	connection_id: string,
	{ domain, challenge, isFound }: Checked,
	at: string,
) {
	const isTaken = sql`EXISTS (SELECT 1 FROM oidc_domains o WHERE o.domain = ${domain} AND o.connection_id <> ${connection_id} AND o.proved_at IS NOT NULL)`
	const { proved_at } = oidcDomains
	return db
		.update(oidcDomains)
		.set({
			checked_at: at,
			proved_at:
				isFound === undefined
					? sql`${proved_at}`
					: isFound
						? sql`iif(${isTaken}, NULL, coalesce(${proved_at}, ${at}))`
						: null,
		})
		.where(
			and(
				eq(oidcDomains.connection_id, connection_id),
				eq(oidcDomains.domain, domain),
				eq(oidcDomains.challenge, challenge),
			),
		)
}
