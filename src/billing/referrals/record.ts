import { sql } from 'drizzle-orm'
import { post } from '../credits/ledger.ts'
import { newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { effectiveInteger } from '../../plans/entitlements/effective.ts'
import { referrals } from './table.ts'

// An override may hold any integer, and a reward never takes anything away.
const reward = (key: string) => sql`max(0, ${effectiveInteger(sql`credit_accounts.org_id`, key)})`

/** The statement that gives a new org what every org begins with. */
export const initialGrant = (db: Database['reader'], org_id: string) =>
	post(db, { org_id, amount: reward('credit.initial_grant'), type: 'initial_grant' })

/**
 * The statements that record who came by the code, with both rewards: the invitee's to its new org, the inviter's to the
 * org it has been in longest. In this order, since the last one is told by the one before whether the inviter got anything.
 */
export function referral(
	db: Database['reader'],
	{ code, user_id, org_id }: Record<'code' | 'user_id' | 'org_id', string>,
) {
	const id = newId('ref')
	const reference = { type: 'referral', id }
	const inviterOrg = sql`(SELECT m.org_id FROM invite_codes i JOIN memberships m ON m.user_id = i.user_id
		WHERE i.code = ${code} ORDER BY m.created_at, m.org_id LIMIT 1)`
	return [
		post(db, { org_id, amount: reward('credit.invitee_reward'), type: 'invitee_reward', reference }),
		post(db, { org_id: inviterOrg, amount: reward('credit.invite_reward'), type: 'referral_reward', reference }),
		db
			.insert(referrals)
			.select(
				sql`SELECT ${id}, i.user_id, ${user_id}, i.id, changes() > 0, ${now()} FROM invite_codes i WHERE i.code = ${code}`,
			),
	] as const
}
