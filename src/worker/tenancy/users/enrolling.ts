import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedInUser } from '../../context.ts'
import { unauthorized } from '../../ground/http/errors.ts'
import { ensure } from '../../ground/write/guards.ts'
import { hasFactor } from './factors.ts'

// Somebody who can't log in before they have a second factor gets a token that adds one. Isolates remember its session for some
// seconds, so the batch that adds a factor asks whether the token still counts.

const hasNone = (user_id: string) => sql`NOT ${hasFactor(user_id)}`

/** Refuses the batch of a token that adds a first factor, once there is one. Nothing for other callers. */
export const ensureFirst = (c: Context<SignedInUser>) =>
	c.var.principal.is_enrolling && ensure(c, hasNone(c.var.principal.user_id))

/** Throws the 401 of such a token that no longer counts. */
export async function refuseSecond({ var: { db, principal } }: Context<SignedInUser>): Promise<void> {
	if (!principal.is_enrolling) return
	const { none } = await db.get<{ none: number }>(sql`SELECT ${hasNone(principal.user_id)} AS none`)
	if (none !== 1) throw unauthorized()
}
