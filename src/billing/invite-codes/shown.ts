import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../../identity/users/table.ts'
import { inviteCodes } from './table.ts'

const { seq: _seq, reset_at: _reset_at, ...columns } = getTableColumns(inviteCodes)

/** An invite code as it is answered: with its owner, so the codes joined to `users`. */
export const shown = { ...columns, user_login: users.login, user_email: users.email }

export const isOwner = eq(users.id, inviteCodes.user_id)

/** The query of the codes under `where`, as they are answered. */
export const shownCodes = (db: Database['reader'], where: SQL | undefined) =>
	db.select(shown).from(inviteCodes).innerJoin(users, isOwner).where(where)
