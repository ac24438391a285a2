import { and, desc, eq, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { columnsBut, newId, now } from '../../ground/db/columns.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { conflict } from '../../ground/http/errors.ts'
import { tellConfirmation } from '../../ground/write/rollbacks.ts'
import { auditLogs } from '../../ground/write/table.ts'
import type { Principal } from '../../principal.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { unconfirmedChanges } from '../reverts/table.ts'

type Caller = Pick<WorkContext, 'env'> & {
	var: Pick<WorkContext['var'], 'db' | 'dry_run'> & { principal: Principal }
}

interface Booking {
	within_s: number
	/** The id of the request's `Idempotency-Key` record. */
	idempotency_id: string | null
}

/**
 * Books a request's change as unconfirmed. `write()` calls `book` just before it sends the batch. The object is armed first, so
 * a crash after the commit loses nothing, and an alarm without a change does nothing. If the object doesn't answer, cron rolls
 * the change back. A dry run arms nothing.
 */
export function booking(c: Caller, { within_s, idempotency_id }: Booking) {
	const id = newId('chg')
	const booked = { id, isBooked: false }
	const said = { code: 'rolls_back_unless_confirmed', values: { within_s } } as const
	return {
		booked,
		/** For a batch that was refused, or that changed nothing. */
		disarm: async () => {
			if (c.var.dry_run) c.var.dry_run.effects = c.var.dry_run.effects.filter((effect) => effect !== said)
			const wasBooked = booked.isBooked
			booked.isBooked = false
			if (wasBooked) await tellConfirmation(c.env, id, (object) => object.disarm())
		},
		refusal: conflict('change.pending'),
		book: async (audit_id: string): Promise<[ReturnType<typeof insertion>]> => {
			const due = Date.now() + within_s * 1000
			const { dry_run } = c.var
			if (dry_run) dry_run.effects.push(said)
			else await tellConfirmation(c.env, id, (object) => object.arm(id, due))
			booked.isBooked = !dry_run
			return [insertion(c, { id, audit_id, idempotency_id, due_at: new Date(due).toISOString() })]
		},
	}
}

function insertion(
	{ var: { db, principal } }: Caller,
	{ audit_id, ...row }: { id: string; audit_id: string; idempotency_id: string | null; due_at: string },
) {
	const { action, target_type, target_id, org_id } = auditLogs
	const rivals = sql`(SELECT count(*) FROM unconfirmed_changes u
		JOIN audit_states theirs ON theirs.audit_id = u.audit_id
		JOIN audit_states ours ON ours.audit_id = ${audit_id} AND ours.table_name = theirs.table_name AND ours.row_key = theirs.row_key
		WHERE u.status = 'pending')`
	return insertFrom(
		db,
		unconfirmedChanges,
		{
			...row,
			audit_id,
			action: sql`${action}`,
			target_type: sql`${target_type}`,
			target_id: sql`${target_id}`,
			org_id: sql`${org_id}`,
			maker_user_id: actorOf(principal),
			status: 'pending',
			created_at: now(),
			rival_count: rivals,
		},
		sql`${auditLogs} WHERE ${eq(auditLogs.id, audit_id)}`,
	)
}

/** The change that the first request under an `Idempotency-Key` booked. One D1 call. */
export async function bookedUnder({ var: { db, principal } }: Caller, idempotency_id: string) {
	const [found] = await db
		.select({ id: unconfirmedChanges.id })
		.from(unconfirmedChanges)
		.where(
			and(
				eq(unconfirmedChanges.idempotency_id, idempotency_id),
				eq(unconfirmedChanges.maker_user_id, actorOf(principal)),
			),
		)
		.orderBy(desc(unconfirmedChanges.id))
		.limit(1)
	return found?.id
}

export const changeColumns = columnsBut(unconfirmedChanges, 'rival_count', 'idempotency_id')
