import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { exists } from '../../ground/db/state.ts'
import { notFound } from '../../ground/http/errors.ts'
import { ensure } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import type { UpdateRedemptionCode } from './schema.ts'
import { redemptionCodes } from './table.ts'

/** Activates or deactivates all codes of a batch, and returns how many are active. Error: 404 for an unknown batch. */
export async function updateBatch(
	c: WorkContext,
	batch_id: string,
	{ is_active }: z.infer<typeof UpdateRedemptionCode>,
) {
	const { db } = c.var
	const ofBatch = eq(redemptionCodes.batch_id, batch_id)
	const counts = {
		batch_id: sql<string>`${batch_id}`.as('batch_id'),
		code_count: sql<number>`count(*)`.as('code_count'),
		active_count: sql<number>`coalesce(sum(${redemptionCodes.is_active}), 0)`.as('active_count'),
	}
	const { counted } = await write(
		c,
		{
			found: ensure(c, exists(redemptionCodes, ofBatch)),
			// Codes that are in this state already aren't written again.
			changed:
				is_active !== undefined &&
				db
					.update(redemptionCodes)
					.set({ is_active })
					.where(and(ofBatch, eq(redemptionCodes.is_active, !is_active))),
			counted: db.select(counts).from(redemptionCodes).where(ofBatch),
		},
		{
			audit: {
				action: 'redemption_codes.update_batch',
				target: redemptionCodes,
				target_id: batch_id,
				state: sql`(SELECT json_object('batch_id', ${batch_id}, 'code_count', count(*), 'active_count', coalesce(sum(is_active), 0))
					FROM ${redemptionCodes} WHERE ${ofBatch})`,
			},
			otherwise: notFound('Redemption batch'),
		},
	)
	return counted[0]
}
