import { eq, lt, sql } from 'drizzle-orm'
import { fromNow } from '../../db/columns.ts'
import { allOf, exists } from '../../db/state.ts'
import { idOlderThan, type Retention } from '../../write/retention.ts'
import { FAILURE_WINDOW_MS } from './failures.ts'
import { REQUEST_WINDOW_MS } from './requests.ts'
import { loginFailures, refreshTokens, sessions, signInRequests } from './table.ts'

const expiredSessions = () => lt(sessions.expires_at, fromNow(0))

/**
 * Failed logins and counted requests are kept while they count, sessions and their refresh tokens until the session expires. Tokens come before
 * sessions, because they refer to them.
 */
export const RETENTION: Retention[] = [
	{
		table: loginFailures,
		key: loginFailures.id,
		expired: () => idOlderThan(loginFailures.id, 'lfl', FAILURE_WINDOW_MS),
	},
	{
		table: signInRequests,
		key: signInRequests.id,
		expired: () => idOlderThan(signInRequests.id, 'srq', REQUEST_WINDOW_MS),
	},
	{
		table: refreshTokens,
		key: refreshTokens.token_hash,
		expired: () =>
			sql`${refreshTokens.session_id} IN (SELECT ${sessions.id} FROM ${sessions} WHERE ${expiredSessions()})`,
	},
	{
		table: sessions,
		key: sessions.id,
		expired: () =>
			allOf(expiredSessions(), sql`NOT ${exists(refreshTokens, eq(refreshTokens.session_id, sessions.id))}`),
	},
]
