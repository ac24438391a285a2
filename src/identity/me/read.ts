import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedInUser } from '../../context.ts'
import { unauthorized } from '../../http/errors.ts'
import { orgsOf } from '../../tenancy/orgs/access.ts'
import { users } from '../../tenancy/users/table.ts'
import { widePauses } from '../../traffic/pauses/current.ts'

/** The queries for the caller's record. */
export function selectMe({ var: { db, principal } }: Context<SignedInUser>) {
	const { user_id, org_id } = principal
	return [
		db.select().from(users).where(eq(users.id, user_id)).limit(1),
		orgsOf(db, user_id),
		widePauses(db, { org_id }),
	] as const
}

type RowsOf<Queries> = { [Index in keyof Queries]: Awaited<Queries[Index]> }

/** The record, from the rows of `selectMe`. */
export function toMe(
	{ var: { principal } }: Context<SignedInUser>,
	[[user], memberOf, [paused]]: RowsOf<ReturnType<typeof selectMe>>,
) {
	if (!user) throw unauthorized()
	const { seq: _, ...profile } = user
	return {
		...profile,
		org_id: principal.org_id,
		orgs: memberOf,
		permissions: [...principal.permissions],
		paused: paused ?? null,
	}
}
