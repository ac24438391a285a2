import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { jsonObject } from '../../db/state.ts'
import { users } from '../../tenancy/users/table.ts'
import { inviteCodes } from './table.ts'

// An invite code is answered with its owner, so every read joins the codes to `users`.

const { seq: _seq, reset_at: _reset_at, ...own } = getTableColumns(inviteCodes)

/** The columns of an answered code. */
export const columns = { ...own, user_login: users.login, user_email: users.email }

export const isOwner = eq(users.id, inviteCodes.user_id)

/** The query of the codes under `where`, as they are answered. */
export const codesWithOwner = (db: Database['reader'], where: SQL) =>
	db.select(columns).from(inviteCodes).innerJoin(users, isOwner).where(where)

/** The one code under `where` as JSON text, as it is answered. */
export const codeJson = (where: SQL) =>
	sql`(SELECT ${jsonObject(columns)} FROM ${inviteCodes} JOIN ${users} ON ${isOwner} WHERE ${where})`
