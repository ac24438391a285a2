import { eq, sql } from 'drizzle-orm'
import { newId, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { effectiveInteger } from '../../plans/entitlements/effective.ts'
import { post } from '../credits/post.ts'
import { inviteCodes } from '../invite-codes/table.ts'
import { referrals } from './table.ts'

/** The statement that grants `credit.initial_grant` to a new org. */
export const initialGrant = (db: Database['reader'], org_id: string) =>
	post(db, { org_id, amount: effectiveInteger(sql`org_id`, 'credit.initial_grant', db.now()), type: 'initial_grant' })

/** The statements that record which code a new user registered with, and grant their new org `credit.invitee_reward`. */
export function referral(
	db: Database['reader'],
	{ code, user_id, org_id }: Record<'code' | 'user_id' | 'org_id', string>,
) {
	const id = newId('ref')
	const record = {
		id,
		inviter_user_id: sql`${inviteCodes.user_id}`,
		invitee_user_id: user_id,
		invite_code_id: sql`${inviteCodes.id}`,
		credited: sql`0`,
		awaited_org_id: org_id,
		created_at: now(),
	}
	const reference = { type: 'referral', id }
	return [
		post(db, {
			org_id,
			amount: effectiveInteger(sql`org_id`, 'credit.invitee_reward', db.now()),
			type: 'invitee_reward',
			reference,
		}),
		insertFrom(db, referrals, record, sql`${inviteCodes} WHERE ${eq(inviteCodes.code, code)}`),
	] as const
}
