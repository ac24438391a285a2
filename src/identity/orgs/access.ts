import { and, asc, eq } from 'drizzle-orm'
import type { Variables, Principal } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { notFound } from '../../http/errors.ts'
import { memberships, orgs } from './table.ts'

/**
 * Passes callers who may see the org: platform admins, and its members in whichever of their orgs they act. Throws 404 for
 * everybody else, and for API keys of another org. One D1 call, and none for the caller's own org.
 */
export async function requireMembership(
	{ var: { db, principal } }: { var: Pick<Variables, 'db'> & { principal: Principal } },
	org_id: string,
): Promise<void> {
	if (principal.org_id === org_id || principal.permissions.has('platform_admin')) return
	const membership = and(eq(memberships.org_id, org_id), eq(memberships.user_id, principal.user_id))
	const [member] = principal.api_key_id ? [] : await db.select().from(memberships).where(membership).limit(1)
	if (!member) throw notFound('Org')
}

/** The query of a user's orgs with its role in each, oldest membership first. */
export const orgsOf = (db: Database['reader'], user_id: string) =>
	db
		.select({ org_id: memberships.org_id, name: orgs.name, role: memberships.role })
		.from(memberships)
		.innerJoin(orgs, eq(orgs.id, memberships.org_id))
		.where(eq(memberships.user_id, user_id))
		.orderBy(asc(memberships.created_at), asc(memberships.org_id))
