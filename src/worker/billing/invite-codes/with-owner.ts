import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { jsonObject } from '../../ground/db/state.ts'
import { users } from '../../tenancy/users/table.ts'
import { inviteCodes } from './table.ts'

// A response shows an invite code with its owner, so every read joins `users`.

const { seq: _seq, reset_at: _reset_at, ...own } = getTableColumns(inviteCodes)

/** The columns of a code in a response. */
export const columns = { ...own, user_login: users.login, user_email: users.email }

export const isOwner = eq(users.id, inviteCodes.user_id)

/** The query for the codes that match `where`, in the form of a response. */
export const codesWithOwner = (db: Database['reader'], where: SQL) =>
	db.select(columns).from(inviteCodes).innerJoin(users, isOwner).where(where)

/** The one code that matches `where`, as the JSON text of a response. */
export const codeJson = (where: SQL) =>
	sql`(SELECT ${jsonObject(columns)} FROM ${inviteCodes} JOIN ${users} ON ${isOwner} WHERE ${where})`
