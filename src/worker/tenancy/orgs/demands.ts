import { type SQLWrapper, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { forbidden } from '../../ground/http/errors.ts'
import { hasFactor } from '../users/factors.ts'
import { waitsSince } from '../users/through.ts'

// What an org demands of a sign-in is judged where a session begins, and at each refresh, for the org that it acts in. A session reaches
// the other orgs of its user by their paths, so it's judged there too.

const FACTOR = 'auth.second_factor_required'

/**
 * Whether a user may do without the connections that an org, or the platform, requires: they decide there, and each of these connections
 * waits for somebody who decides to confirm it, in a sign-in of another way.
 */
export const isWaived = (owner: SQLWrapper | string, user_id: SQLWrapper) =>
	sql`((EXISTS (SELECT 1 FROM platform_admins a WHERE a.user_id = ${user_id})
			OR EXISTS (SELECT 1 FROM memberships d WHERE d.user_id = ${user_id} AND d.org_id = ${owner} AND d.role = 'owner'))
		AND NOT EXISTS (SELECT 1 FROM sign_in_requirements w JOIN oidc_connections c ON c.id = w.connection_id AND c.is_active
			WHERE w.owner = ${owner} AND ${waitsSince('c')} IS NULL))`

/** The demand of an org that a session doesn't meet, for `unmet`: the connections that it requires, or the factor; null if there is none. */
export const unmetBy = (session_id: string, org_id: SQLWrapper) => {
	const required = sql`FROM sign_in_requirements r JOIN oidc_connections o ON o.id = r.connection_id AND o.is_active WHERE r.owner = ${org_id}`
	const needsFactor = sql`EXISTS (SELECT 1 FROM sign_in_requirements r WHERE r.owner = ${org_id} AND r.connection_id IS NULL)`
	const isProven = sql`(s.factor IS 'access' OR (s.factor IS NOT NULL AND ${hasFactor(sql`s.user_id`)}))`
	return sql<string | null>`(SELECT CASE
		WHEN EXISTS (SELECT 1 ${required}) AND NOT EXISTS (SELECT 1 ${required} AND o.id = s.connection_id) AND NOT ${isWaived(org_id, sql`s.user_id`)} THEN (SELECT group_concat(o.id, ' ') ${required})
		WHEN ${needsFactor} AND s.connection_id IS NULL AND NOT ${isProven} THEN ${FACTOR}
		END FROM sessions s WHERE s.id = ${session_id})`
}

/** The 403 for an org whose demand a session doesn't meet. */
export const unmet = (demand: string) =>
	demand === FACTOR ? forbidden(FACTOR) : forbidden('oidc.required', { connection_ids: demand.split(' ') })

/** The 403 for the org, if the session doesn't meet its demands. One D1 call. */
export async function refusalOfUnmet({ var: { db } }: WorkContext, session_id: string, org_id: SQLWrapper) {
	const { demand } = await db.get<{ demand: string | null }>(sql`SELECT ${unmetBy(session_id, org_id)} AS demand`)
	return demand === null ? undefined : unmet(demand)
}
