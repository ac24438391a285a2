import { eq, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { allOf } from '../../ground/db/state.ts'
import type { AuditAction } from '../../ground/write/actions.ts'
import { auditLogs } from '../../ground/write/table.ts'
import { mayDoEverything } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { notifyColleagues, notifyUser } from './notify.ts'

interface Act {
	/** The audit action, which the logs of the user's orgs show too. */
	action: AuditAction
	/** The notice to the user. The others get the one with `_of` after it. */
	code: 'email_set' | 'password_reset_made' | 'second_factor_reset'
	/** The condition under which there's anything to see, before the act. */
	when?: SQL
}

/**
 * The statements that make an operator's act on a user's account seen: the user gets a notice, and so do the owners and admins of the
 * orgs where the user is one of them; the logs of these orgs show the act. They also note when an operator other than a platform admin
 * first reached the account. None for a user who acts on their own account.
 */
export function operatorActed(c: WorkContext, user_id: string, { action, code, when = sql`1` }: Act) {
	const { db, principal, trace_id, client_address } = c.var
	if (principal?.user_id === user_id) return {}
	const about = { user_id }
	const user = sql`(SELECT n.username FROM users n WHERE n.id = ${user_id})`
	const decides = sql`memberships m JOIN orgs o ON o.id = m.org_id AND o.deleted_at IS NULL WHERE m.user_id = ${user_id} AND m.role IN ('owner', 'admin') AND (${when})`
	const row = {
		id: sql`${newId('aud')} || '_' || o.seq`,
		action,
		actor_user_id: principal?.user_id ?? null,
		actor_api_key_id: principal?.api_key_id ?? null,
		actor_service_account_id: principal?.service_account_id ?? null,
		org_id: sql`m.org_id`,
		target_type: 'users',
		target_id: user_id,
		client_address,
		trace_id,
		created_at: now(),
	}
	return {
		reached:
			!mayDoEverything(principal) &&
			db
				.update(users)
				.set({ reached_at: sql`coalesce(${users.reached_at}, ${now()})` })
				.where(allOf(eq(users.id, user_id), when)),
		toldUser: notifyUser(db, { code, user_id, org_id: null, about, when }),
		toldColleagues: notifyColleagues(db, { code: `${code}_of`, values: { user }, user_id, about, when }),
		logged: insertFrom(db, auditLogs, row, decides),
	}
}
