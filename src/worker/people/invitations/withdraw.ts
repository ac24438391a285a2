import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { allOf } from '../../ground/db/state.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { invitationOf, keptOf } from './columns.ts'
import { mayGive, refusalOf } from './refusal.ts'
import { isUnused } from './state.ts'
import { invitations } from './table.ts'

/**
 * Withdraws an invitation: its row is gone, and its link with it. Throws 404 for an unknown one, 403 for one that the caller
 * couldn't have sent, and 409 for one that somebody accepted.
 */
export async function withdraw(c: Context<SignedIn>, org_id: string, id: string): Promise<void> {
	const where = invitationOf(org_id, id)
	await write(
		c,
		{
			withdrawn: c.var.db.delete(invitations).where(allOf(where, isUnused, mayGive(c, { org_id }))),
			found: ensureChanged(c),
		},
		{
			audit: {
				action: 'invitations.withdraw',
				target: invitations,
				target_id: id,
				where,
				kept: keptOf(where),
				org_id,
			},
			otherwise: () => refusalOf(c, { org_id, id }),
		},
	)
}
