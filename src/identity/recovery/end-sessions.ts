import { and, eq, isNull, ne } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { sessions } from '../sign-in/table.ts'
import { oneTimeTokens } from './table.ts'

/** The statements that end a user's sessions, except `kept`, and the tokens that could reset the new password again. */
export const endSessions = ({ var: { db } }: WorkContext, user_id: string, kept?: string | null) =>
	[
		db
			.update(sessions)
			.set({ ended_at: now() })
			.where(and(eq(sessions.user_id, user_id), isNull(sessions.ended_at), kept ? ne(sessions.id, kept) : undefined)),
		db
			.delete(oneTimeTokens)
			.where(and(eq(oneTimeTokens.user_id, user_id), eq(oneTimeTokens.purpose, 'password_reset'))),
	] as const
