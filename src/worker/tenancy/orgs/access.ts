import { and, asc, eq, isNull, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Variables } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { allOf } from '../../ground/db/state.ts'
import { lacking } from '../../ground/http/access.ts'
import { notFound } from '../../ground/http/errors.ts'
import { admits, compiledOnce, notAdmitted } from '../../ground/networks/rules.ts'
import type { Permission, Principal, Role } from '../../principal.ts'
import { holdsEverywhere, permissionsIn } from '../principals/permissions.ts'
import { serves } from '../principals/runtime-orgs.ts'
import { unmet, unmetBy } from './demands.ts'
import { memberships, orgs } from './table.ts'

type At = { var: Pick<Variables, 'db' | 'client_address'> & { principal: Principal } }

/**
 * The caller as they are in an org that they may see: a member with their role and permissions there, whichever org they act in;
 * an operator as they are. Throws 404 for everybody else, and for API keys of another org. Throws 403 for a member who holds none
 * of the permissions there, or not the one that's `also` needed, whose address the org's IP rules don't admit, or whose sign-in
 * the org doesn't accept. One D1 call, and none for the caller's own org, whose rules the middleware has applied.
 */
export async function callerIn(
	{ var: { db, principal, client_address } }: At,
	org_id: string,
	anyOf: readonly Permission[] = [],
	also?: Permission,
): Promise<Principal> {
	const isMember = principal.org_id === org_id
	if (isMember || holdsEverywhere(principal, anyOf.length > 0 ? anyOf : ['platform.read'])) {
		requireHeld(principal.permissions, anyOf, also)
		return principal
	}
	if (principal.kind !== 'user' || principal.is_confined) throw outside(principal, anyOf)
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
	if (!org) throw outside(principal, anyOf)
	const permissions = permissionsIn(org.role, principal.permissions)
	requireHeld(permissions, anyOf, also)
	const rules = compiledOnce(org.ip_rules)
	if (rules && !admits(rules, client_address)) throw notAdmitted(`ip_rules:${org_id}`, client_address)
	if (org.unmet) throw unmet(org.unmet)
	return { ...principal, org_id, role: org.role, permissions }
}

/** The caller's role in the org that `callerIn` let them into; null if they are an operator and no member. */
export const roleOf = (caller: Principal, org_id: string): Role | null =>
	caller.org_id === org_id ? caller.role : null

/** The 404 of an org that the caller can't see. Operators who read see every org, so they learn what they lack. */
const outside = ({ permissions }: Principal, [first, ...rest]: readonly Permission[]) =>
	first && permissions.has('platform.read') ? lacking(first, ...rest) : notFound('Org')

function requireHeld(held: ReadonlySet<Permission>, anyOf: readonly Permission[], also: Permission | undefined) {
	const [first, ...rest] = anyOf
	if (first && !anyOf.some((one) => held.has(one))) throw lacking(first, ...rest)
	const onlyReads = anyOf.includes('platform.read') && held.has('platform.read')
	if (also && !onlyReads && !held.has(also)) throw lacking(also)
}

/** Lets in a service account that serves the org as its runtime, and everybody that `callerIn` does. */
export async function requireReader(c: At, org_id: string): Promise<void> {
	const { principal } = c.var
	const isRuntime = principal.kind === 'service' && principal.permissions.has('runtime.resolve')
	if (!isRuntime || !serves(principal, org_id)) await callerIn(c, org_id)
}

/** The condition of an org that isn't deleted. */
export const isOpen = (org_id: string | Placeholder) => allOf(eq(orgs.id, org_id), isNull(orgs.deleted_at))

/** The org with this id, unless there is none or it's deleted. */
export const openOrg = prepared(['org_id'], (db, { org_id }) =>
	db.select({ id: orgs.id }).from(orgs).where(isOpen(org_id)),
)

/** Whether the org that a column names isn't deleted. */
export const isOrgOpen = (org_id: SQLWrapper): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM orgs gone WHERE gone.id = ${org_id} AND gone.deleted_at IS NOT NULL)`

/** The condition of one membership. */
export const membershipOf = (org_id: string, user_id: string) =>
	allOf(eq(memberships.org_id, org_id), eq(memberships.user_id, user_id))

/** The rows of a query about an org, or the platform, in one D1 call. Throws 404 if there is no such org, or it's deleted. */
export async function rowsOfOrg<Row>(
	db: Database['reader'],
	org_id: string,
	query: BatchItem<'sqlite'> & PromiseLike<Row[]>,
): Promise<Row[]> {
	if (org_id === PLATFORM) return query
	const [[known], rows] = await db.batch([openOrg(db, { org_id }), query])
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
