import { eq, sql } from 'drizzle-orm'
import { newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { insertFrom } from '../../db/insert-from.ts'
import { effectiveInteger } from '../../plans/entitlements/effective.ts'
import { post } from '../credits/ledger.ts'
import { inviteCodes } from '../invite-codes/table.ts'
import { referrals } from './table.ts'

// An override may hold any integer, but a reward never takes credits away.
const reward = (key: string) => sql`max(0, ${effectiveInteger(sql`credit_accounts.org_id`, key)})`

/** The statement that grants `credit.initial_grant` to a new org. */
export const initialGrant = (db: Database['reader'], org_id: string) =>
	post(db, { org_id, amount: reward('credit.initial_grant'), type: 'initial_grant' })

/**
 * The statements that record which code a new user registered with, and pay both rewards: the invitee's to its new org, the
 * inviter's to the org that it joined first. The order matters: the last one asks whether the one before paid the inviter.
 */
export function referral(
	db: Database['reader'],
	{ code, user_id, org_id }: Record<'code' | 'user_id' | 'org_id', string>,
) {
	const id = newId('ref')
	const reference = { type: 'referral', id }
	const inviterOrg = sql`(SELECT m.org_id FROM invite_codes i JOIN memberships m ON m.user_id = i.user_id
		WHERE i.code = ${code} ORDER BY m.created_at, m.org_id LIMIT 1)`
	const record = {
		id,
		inviter_user_id: sql`${inviteCodes.user_id}`,
		invitee_user_id: user_id,
		invite_code_id: sql`${inviteCodes.id}`,
		credited: sql`changes() > 0`,
		created_at: now(),
	}
	return [
		post(db, { org_id, amount: reward('credit.invitee_reward'), type: 'invitee_reward', reference }),
		post(db, { org_id: inviterOrg, amount: reward('credit.invite_reward'), type: 'referral_reward', reference }),
		insertFrom(db, referrals, record, sql`${inviteCodes} WHERE ${eq(inviteCodes.code, code)}`),
	] as const
}
