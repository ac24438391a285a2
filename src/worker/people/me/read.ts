import { eq } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { unauthorized } from '../../ground/http/errors.ts'
import { serviceAccounts } from '../../keys/service-accounts/table.ts'
import type { ServicePrincipal, UserPrincipal } from '../../principal.ts'
import { orgsOf } from '../../tenancy/orgs/access.ts'
import { users } from '../../tenancy/users/table.ts'
import { userColumns } from '../../tenancy/users/visible.ts'
import { widePauses } from '../../traffic/pauses/current.ts'
import { heldBy } from '../operators/held.ts'

type Reader = Pick<WorkContext, 'var'>

export const selectMe = ({ var: { db } }: Reader, { user_id, org_id }: UserPrincipal) =>
	[
		db.select(userColumns).from(users).where(eq(users.id, user_id)).limit(1),
		orgsOf(db, user_id),
		widePauses(db, { org_id }),
		heldBy(db, user_id),
	] as const

type RowsOf<Queries> = { [Index in keyof Queries]: Awaited<Queries[Index]> }

export function toMe(
	{ org_id, permissions, is_confined }: UserPrincipal,
	[[user], memberOf, [paused], held]: RowsOf<ReturnType<typeof selectMe>>,
) {
	if (!user) throw unauthorized()
	const roles = held.map(({ role }) => role)
	return {
		kind: 'user',
		...user,
		org_id,
		// An org's provider learns nothing of what the user is elsewhere.
		orgs: is_confined ? memberOf.filter((org) => org.org_id === org_id) : memberOf,
		permissions: [...permissions],
		roles: is_confined ? [] : roles,
		paused: paused ?? null,
	}
}

export async function serviceRecord(
	{ var: { db } }: Reader,
	{ service_account_id, org_id, role, permissions }: ServicePrincipal,
) {
	const { id, name } = serviceAccounts
	const [[account], [paused = null]] = await db.batch([
		db.select({ id, name }).from(serviceAccounts).where(eq(id, service_account_id)).limit(1),
		widePauses(db, { org_id }),
	])
	if (!account) throw unauthorized()
	return { kind: 'service', ...account, org_id, role, permissions: [...permissions], paused }
}
