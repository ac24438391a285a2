import { type SQL, sql } from 'drizzle-orm'
import { literal } from '../../ground/db/state.ts'
import { type ApiError, withoutPermission } from '../../ground/http/errors.ts'
import { type Permission, PERMISSIONS, type Principal, type Role } from '../../principal.ts'
import { permissionsOf, scopedTo } from '../../tenancy/principals/permissions.ts'
import { SERVICE_ROLES, serviceAccounts } from './table.ts'

// Nobody gives a service account more than they hold as a member of its org, and only a platform admin gives it a permission of the
// platform. A key gives all that its account may do, so making one is checked like making the account.

const ALL: ReadonlySet<Permission> = new Set(PERMISSIONS)

/** The permissions that a caller may give in an org. Undefined for anyone who may leave nothing there, not even an account without any. */
export type Given = readonly Permission[] | undefined

/**
 * What a caller may give in an org where they have this role: what they hold there, by the credential that asks. Who doesn't belong to
 * the org leaves nothing in it, unless they're a platform admin: neither operations nor a program of another org.
 */
export function givenBy({ kind, permissions, org_id: own }: Principal, org_id: string, role: Role | null): Given {
	if (permissions.has('platform_admin')) return PERMISSIONS
	if (own !== org_id) return role === null ? undefined : [...permissionsOf(role, [])]
	const place = kind === 'service' ? 'owner' : role
	return place === null ? undefined : [...permissionsOf(place, [])].filter((one) => permissions.has(one))
}

export const permissionsOfService = ({ role, scopes }: { role: Role | null; scopes: readonly Permission[] | null }) =>
	role === null ? scopedTo(scopes ?? [], ALL) : permissionsOf(role, [])

/** The 403 that names the first of the permissions that the caller may not give. Undefined if they may give them all. */
export function notGivenBy(
	{ permissions }: Principal,
	given: Given,
	wanted: Iterable<Permission>,
): ApiError | undefined {
	if (!given) return withoutPermission('platform_admin')
	const missing = [...wanted].find((one) => !given.includes(one))
	// Who holds it and may not give it needs to be a platform admin.
	return missing && withoutPermission(permissions.has(missing) ? 'platform_admin' : missing)
}

const ofRole = sql.join(
	SERVICE_ROLES.map(
		(role) => sql`WHEN ${literal(role)} THEN ${sql.raw(`'${JSON.stringify([...permissionsOf(role, [])])}'`)}`,
	),
	sql` `,
)

/** What the account in a row may do, as a JSON array, in SQL. */
export const heldByService: SQL = sql`CASE ${serviceAccounts.role} ${ofRole} ELSE ${serviceAccounts.scopes} END`

/** Whether the account in a row may do no more than the caller may give, in SQL. */
export const isWithin = (given: Given): SQL =>
	given
		? sql`NOT EXISTS (SELECT 1 FROM json_each(${heldByService}) AS p
			WHERE p.value NOT IN (SELECT g.value FROM json_each(${JSON.stringify(given)}) AS g))`
		: sql`0`

/** What a key may do: what its account may do now, as far as it might when the key was made. Null is all of it. */
export function permissionsOfKey(held: ReadonlySet<Permission>, kept: readonly Permission[] | null) {
	const might = scopedTo(kept ?? PERMISSIONS, ALL)
	return new Set([...held].filter((one) => might.has(one)))
}
