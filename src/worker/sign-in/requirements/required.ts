import { type SQLWrapper, sql } from 'drizzle-orm'
import { PLATFORM } from '../../ground/db/columns.ts'
import { literal } from '../../ground/db/state.ts'
import type { Unmet } from '../../principal.ts'
import { isWaived } from '../../tenancy/orgs/demands.ts'
import { SECOND_FACTOR } from '../../tenancy/users/factors.ts'

const demand = sql`(SELECT e.value FROM config_entries e WHERE e.key = ${literal(SECOND_FACTOR)})`

/** The active connections that an owner requires of a user, as ids with spaces between them; null if it requires none. */
export const connectionsRequiredBy = (owner: SQLWrapper | string, user_id: SQLWrapper) =>
	sql<
		string | null
	>`(SELECT iif(${isWaived(owner, user_id)}, NULL, group_concat(r.connection_id, ' ')) FROM sign_in_requirements r
		JOIN oidc_connections o ON o.id = r.connection_id AND o.is_active = 1 WHERE r.owner = ${owner})`

/** What's demanded of a user's sign-in, for a row of a query that has the user and one of their orgs. */
export const demandsOn = (user: { user_id: SQLWrapper; is_operator: SQLWrapper; org_id: SQLWrapper }) => ({
	platform_factor: sql<number>`coalesce(${demand} = 'all' OR (${demand} = 'operators' AND ${user.is_operator}), 0)`.as(
		'platform_factor',
	),
	platform_connections: sql<
		string | null
	>`iif(${user.is_operator}, ${connectionsRequiredBy(literal(PLATFORM), user.user_id)}, NULL)`.as(
		'platform_connections',
	),
	org_factor: sql<number>`EXISTS (SELECT 1 FROM sign_in_requirements r
		WHERE r.owner = ${user.org_id} AND r.connection_id IS NULL)`.as('org_factor'),
	org_connections: connectionsRequiredBy(user.org_id, user.user_id).as('org_connections'),
	is_break_glass: sql<number>`(EXISTS (SELECT 1 FROM platform_admins a WHERE a.user_id = ${user.user_id})
		AND (SELECT count(*) FROM passkeys p WHERE p.user_id = ${user.user_id}) >= 2)`.as('is_break_glass'),
})

export interface Demands {
	org_id: string | null
	methods: string
	platform_factor: number
	platform_connections: string | null
	org_factor: number
	org_connections: string | null
	is_break_glass: number
}

export interface SignedInBy {
	/** What they proved besides a password, or instead of one. */
	factor: string | null
	connection_id: string | null
}

/**
 * The connections of which somebody has to use one to act in an org; undefined if they may sign in as they do. What the platform
 * requires of operators goes before what an org requires of its members. An admin with two passkeys gets in by one of them, whatever
 * is required, or a provider that's gone would lock everybody out.
 */
export function connectionsFor(rows: readonly Demands[], org_id: string | null, by: SignedInBy): string[] | undefined {
	const { platform, org } = demandsIn(rows, org_id)
	const required = (platform?.platform_connections ?? org?.org_connections)?.split(' ')
	if (!required || (by.connection_id !== null && required.includes(by.connection_id))) return undefined
	return platform?.is_break_glass === 1 && by.factor === 'passkey' ? undefined : required
}

/**
 * Whether somebody has to prove a second factor to act in an org, and this sign-in proved none, or the user has none any longer. A
 * provider asks for its own, and so does Access.
 */
export function lacksFactor(rows: readonly Demands[], org_id: string, by: SignedInBy): boolean {
	const { platform, org } = demandsIn(rows, org_id)
	if (!platform || by.connection_id !== null || by.factor === 'access') return false
	if (by.factor !== null && platform.methods !== '') return false
	return platform.platform_factor === 1 || org?.org_factor === 1
}

/** What a session doesn't meet of what's demanded now, for the row of the org that it acts in; null if it meets everything. */
export function unmetIn(row: Demands, org_id: string, by: SignedInBy): Unmet | null {
	const connection_ids = connectionsFor([row], org_id, by)
	if (connection_ids) return { connection_ids }
	return lacksFactor([row], org_id, by) ? { has_factor: row.methods !== '' } : null
}

/** What's demanded of the user is in each of their rows, what an org demands in the row of the org that they belong to. */
const demandsIn = (rows: readonly Demands[], org_id: string | null) => ({
	platform: rows[0],
	org: rows.find((row) => row.org_id === org_id),
})
