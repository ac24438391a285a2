import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { apiKeys } from '../api-keys/table.ts'
import { now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { sessions } from '../sign-in/table.ts'

/** Ends the logins of a user and deletes its API keys, if `condition` holds. */
export const endAccess = (db: Database['reader'], user_id: string, condition?: SQL) =>
	[
		db
			.update(sessions)
			.set({ ended_at: now() })
			.where(and(eq(sessions.user_id, user_id), isNull(sessions.ended_at), condition)),
		db.delete(apiKeys).where(and(eq(apiKeys.user_id, user_id), condition)),
	] as const
