import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt } from '../../ground/db/columns.ts'

export const PURPOSES = ['enrolment', 'passkey_registration', 'passkey_sign_in', 'second_factor', 'step_up'] as const

/** One row per challenge that nobody has answered yet, found by its hash. */
export const signInChallenges = sqliteTable(
	'sign_in_challenges',
	{
		challenge_hash: text().primaryKey(),
		purpose: text({ enum: PURPOSES }).notNull(),
		/** Who must answer it. Null if anybody may, as for a sign-in by passkey that names no login. */
		user_id: text(),
		/** The session that it belongs to; null before there is one. */
		session_id: text(),
		failures: integer().notNull().default(0),
		expires_at: text().notNull(),
		created_at: createdAt(),
	},
	(table) => [
		index('sign_in_challenges_user').on(table.user_id, table.purpose),
		index('sign_in_challenges_expires_at').on(table.expires_at),
	],
)
