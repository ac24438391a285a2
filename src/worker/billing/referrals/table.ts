import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, id, refersTo } from '../../ground/db/columns.ts'
import { users } from '../../tenancy/users/table.ts'
import { inviteCodes } from '../invite-codes/table.ts'

/** Who invited whom. A user is invited at most once. */
export const referrals = sqliteTable(
	'referrals',
	{
		id: id(),
		inviter_user_id: refersTo(() => users.id),
		invitee_user_id: text()
			.notNull()
			.unique()
			.references(() => users.id),
		invite_code_id: refersTo(() => inviteCodes.id),
		/** Whether the inviter got a reward. */
		credited: boolean().notNull(),
		/** The invitee's org, until its first run with a cost ends. That run decides about the reward, and then this is null. */
		awaited_org_id: text(),
		/** When the inviter got their reward. */
		credited_at: text(),
		created_at: createdAt(),
	},
	(table) => [
		index('referrals_inviter').on(table.inviter_user_id, table.id),
		uniqueIndex('referrals_awaited')
			.on(table.awaited_org_id)
			.where(sql`${table.awaited_org_id} IS NOT NULL`),
		index('referrals_credited')
			.on(table.inviter_user_id, table.credited_at)
			.where(sql`${table.credited_at} IS NOT NULL`),
	],
)
