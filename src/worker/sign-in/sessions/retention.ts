import { eq, inArray, lt, sql } from 'drizzle-orm'
import { DAY_MS, fromNow } from '../../ground/db/columns.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { idOlderThan, type Retention } from '../../ground/write/retention.ts'
import { auditLogs } from '../../ground/write/table.ts'
import { FAILURE_WINDOW_MS } from '../throttle/failures.ts'
import { REQUEST_WINDOW_MS } from '../throttle/requests.ts'
import { loginFailures, signInRequests } from '../throttle/table.ts'
import { refreshTokens, sessions } from './table.ts'

/** How long we keep a used refresh token: well above the ten seconds in which using it again returns the same successor. */
const USED_TOKEN_MS = 5 * 60_000

/** Most audit rows have one of these actions. Entering a foreign org and replaying a token are rare, so their rows stay longer. */
const SIGN_INS = ['users.register', 'sessions.create', 'sessions.step_up', 'sessions.end']

const expiredSessions = () => lt(sessions.expires_at, fromNow(0))

/**
 * We keep failed logins and counted requests while they count, used refresh tokens for five minutes, the audit rows of sign-ins
 * for 30 days, sessions and their last tokens until the session expires. Tokens come before sessions, because they refer to
 * them.
 */
export const RETENTION: Retention[] = [
	{ table: loginFailures, expired: () => idOlderThan(loginFailures.id, 'lfl', FAILURE_WINDOW_MS) },
	{ table: signInRequests, expired: () => idOlderThan(signInRequests.id, 'srq', REQUEST_WINDOW_MS) },
	{
		table: auditLogs,
		expired: () => allOf(inArray(auditLogs.action, SIGN_INS), idOlderThan(auditLogs.id, 'aud', 30 * DAY_MS)),
	},
	{
		table: refreshTokens,
		expired: () =>
			sql`(${refreshTokens.used_at} < ${fromNow(-USED_TOKEN_MS)} OR ${refreshTokens.session_id} IN (SELECT ${sessions.id} FROM ${sessions} WHERE ${expiredSessions()}))`,
	},
	{
		table: sessions,
		expired: () =>
			allOf(expiredSessions(), sql`NOT ${exists(refreshTokens, eq(refreshTokens.session_id, sessions.id))}`),
	},
]
