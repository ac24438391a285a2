import { eq, gt, isNull } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { existing, notFound } from '../../ground/http/errors.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { ensureInReach, outOfReach } from '../../tenancy/users/platform-roles.ts'
import { sessions } from './table.ts'

// Users manage their own sessions, and platform admins any user's. Both read and end sessions here.

const { id, org_id, client_address, user_agent, created_at, last_used_at, expires_at } = sessions
export const sessionColumns = { id, org_id, client_address, user_agent, created_at, last_used_at, expires_at }

export const isLiveOf = (user_id: string) =>
	allOf(eq(sessions.user_id, user_id), isNull(sessions.ended_at), gt(sessions.expires_at, now()))

/** One session of a user. Throws 404 for an ended session and for somebody else's. */
export async function readSession({ var: { db } }: Pick<WorkContext, 'var'>, user_id: string, session_id: string) {
	const where = allOf(eq(id, session_id), isLiveOf(user_id))
	const [session] = await db.select(sessionColumns).from(sessions).where(where).limit(1)
	return existing(session, 'Session')
}

/** Ends a session of a user. Throws 404 for an ended session and for somebody else's. */
export async function endSessionOf(c: WorkContext, user_id: string, session_id: string): Promise<void> {
	const where = allOf(eq(id, session_id), isLiveOf(user_id))
	await write(
		c,
		{
			inReach: ensureInReach(c, user_id),
			end: c.var.db.update(sessions).set({ ended_at: now() }).where(where),
			found: ensureChanged(c),
		},
		{
			audit: {
				action: 'sessions.end',
				target: sessions,
				target_id: session_id,
				where: allOf(eq(id, session_id), eq(sessions.user_id, user_id)),
			},
			otherwise: async () => (await outOfReach(c, user_id)) ?? notFound('Session'),
		},
	)
}
