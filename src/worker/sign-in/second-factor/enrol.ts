import type { Asking, WorkContext } from '../../context.ts'
import { fromNow, newId, now } from '../../ground/db/columns.ts'
import { type ApiError, unauthorized } from '../../ground/http/errors.ts'
import { write } from '../../ground/write/write.ts'
import { ACCESS_TOKEN_TTL_S, signAccessToken } from '../../keys/auth/tokens.ts'
import { beginningOf } from '../sessions/session.ts'
import { sessions } from '../sessions/table.ts'

/**
 * The 401 of a user whose password is right, and who has to have a second factor before they can log in. Its token reaches their
 * passkeys and authenticator app, and works until they have one of them, 15 minutes at most. One D1 call.
 */
export async function askToEnrol(
	c: WorkContext,
	{ user_id, org_id, guards, refusal }: Omit<Asking, 'methods'> & { org_id: string },
): Promise<ApiError> {
	const sid = newId('ses')
	const session = {
		id: sid,
		user_id,
		org_id,
		...beginningOf(c),
		is_enrolling: true,
		expires_at: fromNow(ACCESS_TOKEN_TTL_S * 1000),
		created_at: now(),
	}
	await write(
		c,
		{ guards, session: c.var.db.insert(sessions).values(session) },
		{
			audit: { action: 'sessions.create', target: sessions, target_id: sid, actor_user_id: user_id, isNew: true },
			response: { none: 'Tokens are never stored' },
			otherwise: refusal,
		},
	)
	return unauthorized('auth.second_factor_required', {
		enrolment_token: await signAccessToken(c.env, { sub: user_id, org_id, sid }),
		expires_in: ACCESS_TOKEN_TTL_S,
	})
}
