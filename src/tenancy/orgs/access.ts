import { and, asc, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Variables } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { allOf } from '../../db/state.ts'
import { forbidden, notFound } from '../../http/errors.ts'
import { admits, compiledOnce, notAdmitted } from '../../networks/rules.ts'
import type { Permission, Principal, Role } from '../../principal.ts'
import { holdsEverywhere, permissionsOf } from '../principals/permissions.ts'
import { serves } from '../principals/runtime-orgs.ts'
import { unmet, unmetBy } from './demands.ts'
import { memberships, orgs } from './table.ts'

/**
 * Lets in callers who may see the org: operators, and its members, whichever org they act in. Throws 404 for everybody else,
 * and for API keys of another org. Throws 403 for a member whose address the org's IP rules don't admit, or whose sign-in the org
 * doesn't accept. With permissions, the
 * same as on the route line, it also throws 403 for a member whose role in that org holds none of them. One D1 call, and none
 * for the caller's own org: the middleware has already applied its rules, and the access marker has checked the permission.
 * Returns the caller's role there, or null if they come in as an operator.
 */
export async function requireMembership(
	{
		var: { db, principal, client_address },
	}: { var: Pick<Variables, 'db' | 'client_address'> & { principal: Principal } },
	org_id: string,
	...anyOf: Permission[]
): Promise<Role | null> {
	if (principal.org_id === org_id) return principal.role
	if (holdsEverywhere(principal, anyOf.length > 0 ? anyOf : ['platform.read'])) return null
	if (principal.kind !== 'user' || principal.is_confined) throw notFound('Org')
	const [org] = await db
		.select({
			ip_rules: orgs.ip_rules,
			role: memberships.role,
			unmet: unmetBy(principal.session_id, orgs.id).as('unmet'),
		})
		.from(memberships)
		.innerJoin(orgs, eq(orgs.id, memberships.org_id))
		.where(and(membershipOf(org_id, principal.user_id), isNull(orgs.deleted_at)))
		.limit(1)
	if (!org) throw notFound('Org')
	const held = permissionsOf(org.role, [])
	const [permission] = anyOf
	if (permission && !anyOf.some((one) => held.has(one))) throw forbidden({ permission })
	const rules = compiledOnce(org.ip_rules)
	if (rules && !admits(rules, client_address)) throw notAdmitted(`ip_rules:${org_id}`)
	if (org.unmet) throw unmet(org.unmet)
	return org.role
}

/** Lets in a service account that serves the org as its runtime, and whoever `requireMembership` does. */
export async function requireReader(c: Parameters<typeof requireMembership>[0], org_id: string): Promise<void> {
	const { principal } = c.var
	const isRuntime = principal.kind === 'service' && principal.permissions.has('runtime.resolve')
	if (!isRuntime || !serves(principal, org_id)) await requireMembership(c, org_id)
}

/**
 * Lets in the owners of the org, signed in as themselves, and operators who hold the permission. Throws as `requireMembership` does,
 * and 403 `orgs.owner_only` for everybody else who may see the org. One D1 call, and none for the caller's own org.
 */
export async function requireOwner(
	c: Parameters<typeof requireMembership>[0],
	org_id: string,
	ofOperator: Permission,
): Promise<void> {
	const { principal } = c.var
	if (principal.permissions.has(ofOperator)) return
	const role = await requireMembership(c, org_id)
	if (role !== 'owner' || principal.kind !== 'user') throw forbidden({ reason: 'orgs.owner_only' })
}

/** The condition of an org that isn't deleted. */
export const isOpen = (org_id: string) => allOf(eq(orgs.id, org_id), isNull(orgs.deleted_at))

/** Whether the org that a column names isn't deleted. */
export const isOrgOpen = (org_id: SQLWrapper): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM orgs gone WHERE gone.id = ${org_id} AND gone.deleted_at IS NOT NULL)`

/** The condition of one membership. */
export const membershipOf = (org_id: string, user_id: string) =>
	allOf(eq(memberships.org_id, org_id), eq(memberships.user_id, user_id))

/** The rows of a query about an org, in one D1 call. Throws 404 if there is no such org, or it's deleted. */
export async function rowsOfOrg<Row>(
	db: Database['reader'],
	org_id: string,
	query: BatchItem<'sqlite'> & PromiseLike<Row[]>,
): Promise<Row[]> {
	const org = db.select({ id: orgs.id }).from(orgs).where(isOpen(org_id)).limit(1)
	const [[known], rows] = await db.batch([org, query])
	if (!known) throw notFound('Org')
	return rows as Row[]
}

/** The query for a user's orgs with their role in each, oldest membership first. */
export const orgsOf = (db: Database['reader'], user_id: string) =>
	db
		.select({ org_id: memberships.org_id, name: orgs.name, role: memberships.role })
		.from(memberships)
		.innerJoin(orgs, eq(orgs.id, memberships.org_id))
		.where(and(eq(memberships.user_id, user_id), isNull(orgs.deleted_at)))
		.orderBy(asc(memberships.created_at), asc(memberships.org_id))
