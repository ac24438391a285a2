import { and, eq, isNull, ne } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { apiKeys } from '../../keys/api-keys/table.ts'
import { endLogins } from '../challenges/challenge.ts'
import { sessions } from '../sessions/table.ts'
import { oneTimeTokens } from './table.ts'

interface Ends {
	kept?: string | null
	delete_api_keys: boolean | undefined
}

/** The statements that end a user's sessions, the tokens that could reset the new password again, and their keys if they ask. */
export const endSessions = ({ var: { db } }: WorkContext, user_id: string, { kept, delete_api_keys }: Ends) =>
	[
		db
			.update(sessions)
			.set({ ended_at: now() })
			.where(and(eq(sessions.user_id, user_id), isNull(sessions.ended_at), kept ? ne(sessions.id, kept) : undefined)),
		endLogins(db, user_id),
		db
			.delete(oneTimeTokens)
			.where(and(eq(oneTimeTokens.user_id, user_id), eq(oneTimeTokens.purpose, 'password_reset'))),
		...(delete_api_keys ? [db.delete(apiKeys).where(eq(apiKeys.user_id, user_id))] : []),
	] as const
