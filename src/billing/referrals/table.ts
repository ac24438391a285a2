import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, id } from '../../db/columns.ts'
import { users } from '../../identity/users/table.ts'
import { inviteCodes } from '../invite-codes/table.ts'

/** Who invited whom. A user is invited once at most. */
export const referrals = sqliteTable(
	'referrals',
	{
		id: id(),
		inviter_user_id: text()
			.notNull()
			.references(() => users.id),
		invitee_user_id: text()
			.notNull()
			.unique()
			.references(() => users.id),
		invite_code_id: text()
			.notNull()
			.references(() => inviteCodes.id),
		/** Whether the inviter got a reward. */
		credited: boolean().notNull(),
		created_at: createdAt(),
	},
	(table) => [index('referrals_inviter').on(table.inviter_user_id, table.id)],
)
