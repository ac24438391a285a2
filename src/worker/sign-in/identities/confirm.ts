import { eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import { doc } from '#doc'
import type { App, Caller, SignedIn } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { type ApiError, invalid } from '../../ground/http/errors.ts'
import { said } from '../../ground/http/field-codes.ts'
import { reference } from '../../ground/http/fields.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import type { Principal } from '../../principal.ts'
import { isBehind } from '../../tenancy/users/through.ts'
import { hasWayBeside } from '../../tenancy/users/ways-in.ts'
import { oidcConnections } from './table.ts'

// A connection whose decider may decide no longer waits until somebody who decides takes it over, in a sign-in that it didn't vouch for.

const MAX_KEPT = 20

const KEEP = doc({
	description:
		'The OIDC connections that this user decided last and that you confirm at once, so that they do not wait. You must be an owner of their org, signed in in another way.',
})

/** For the body of a change that may take a user's right to decide. */
export const keep_connections = z.array(reference('oic')).max(MAX_KEPT).optional().meta(KEEP)

/** For the query of such a DELETE: ids with commas between them. */
export const KeepQuery = z.object({
	keep_connections: z
		.string()
		.max(1000)
		.transform((ids) => ids.split(',').filter(Boolean))
		.pipe(keep_connections.unwrap())
		.optional()
		.meta(KEEP),
})

/**
 * Whether somebody may confirm the row of `oidc_connections`: an owner of its org who is let into it, or a platform admin for the
 * platform's and where no owner has another way in. Never in a sign-in that may be the connection's own word, and of another org than the one
 * that the caller acts in only as a platform admin: a sign-in through an org's connection says nothing of the others.
 */
function isConfirmableBy({ kind, user_id, ...principal }: Principal): SQL {
	if (kind !== 'user') return sql`0`
	const { id, org_id } = oidcConnections
	const decides = (org: SQL) =>
		sql`EXISTS (SELECT 1 FROM powers p WHERE p.user_id = ${user_id} AND p.role = 'owner' AND p.org_id IS ${org})`
	const hasOther = sql`EXISTS (SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id AND u.status = 'active'
		WHERE m.org_id = ${org_id} AND m.role = 'owner' AND ${hasWayBeside(sql`m.user_id`, id)})`
	const isOperator = principal.permissions.has('platform_admin')
	const isReached = isOperator ? isNotNull(org_id) : principal.role === 'owner' ? eq(org_id, principal.org_id) : sql`0`
	return allOf(
		sql`NOT ${isBehind(principal.connection_id, id)}`,
		sql`(${isReached} AND ${decides(sql`${org_id}`)} OR ${isOperator} AND ${decides(sql`NULL`)} AND (${org_id} IS NULL OR NOT ${hasOther}))`,
	)
}

/** Who decides a connection, and through which other one. */
export const decidedBy = ({ user_id, connection_id }: Principal) => ({
	decided_by: user_id ?? '',
	through_connection_id: connection_id,
})

/** Takes over what somebody else decided, so that the connection waits no longer. */
export const confirmed = (c: Caller, where: SQL) =>
	c.var.db
		.update(oidcConnections)
		.set({ ...decidedBy(c.var.principal), waits_since: null, updated_at: now() })
		.where(allOf(where, isConfirmableBy(c.var.principal)))

/**
 * The statements by which a call that takes a user's right to decide keeps connections that the user decided last, for after the change;
 * and the 400 if they're why the batch was refused.
 */
export function keeping(c: Context<App> | Context<SignedIn>, ids: readonly string[] | undefined, user_id: string) {
	const by = c as Context<SignedIn>
	const isTheirs = (id: string) => allOf(eq(oidcConnections.id, id), eq(oidcConnections.decided_by, user_id))
	return {
		statements: (ids ?? []).flatMap((id) => [confirmed(by, isTheirs(id)), ensureChanged(by)]),
		refusal: async (): Promise<ApiError | undefined> => {
			for (const id of ids ?? []) {
				const where = allOf(isTheirs(id), isConfirmableBy(by.var.principal))
				const [found] = await by.var.db.select({ id: oidcConnections.id }).from(oidcConnections).where(where).limit(1)
				if (!found)
					return invalid([
						{
							path: 'keep_connections',
							...said('connections_decided', { connection_id: id }),
						},
					])
			}
			return undefined
		},
	}
}

export type Kept = ReturnType<typeof keeping>
