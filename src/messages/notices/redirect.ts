import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Principal, WorkContext } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { allOf, exists } from '../../db/state.ts'
import { type Notice, notify, notifyPlatformAdmins } from './notify.ts'

// A redirect: a stored key stays, and a change sends it to another address. A thief of a login could steal keys this way. So a
// redirect has an audit action of its own, and the org's owners or the platform admins are notified.

export interface KeptKey {
	/** The table of the row under `where`. Its name begins the audit action. */
	table: SQLiteTable
	/** Finds the row that has the stored key, or no row when no key is stored. */
	where: SQL
	/** Whether the change moves the key. D1 evaluates it on the row as it was before the change. */
	moved: SQL
	/** The audit action of the same change when it moves no key. */
	otherwise: string
	/** Whose key it is, in words: `the tool provider web_search.keyed`. */
	holder: string | SQL
	/** Where the key goes after the change. */
	host: string | SQL
	/** The org whose owners are notified; null to notify the platform admins. */
	org_id: string | null
	/** What the notification's payload holds next to `actor_user_id`. */
	payload: Record<string, unknown>
}

/** Who changes it: the payload names the user. A change that its maker did not confirm has no caller when it is set back. */
export interface Caller {
	var: Pick<WorkContext['var'], 'db'> & { principal: Principal | undefined }
}

/**
 * The audit action of a change that may be a redirect, and the statement that notifies of it. The statement must stand before
 * the change in its batch. It notifies nobody when no key moves.
 */
export function keyRedirect({ var: { db, principal } }: Caller, key: KeptKey) {
	const isRedirect = exists(key.table, allOf(key.where, key.moved))
	return {
		action: sql`iif(${isRedirect}, ${`${getTableName(key.table)}.redirect`}, ${key.otherwise})`,
		notice: redirectNotice(db, key.org_id, {
			body: sql`'The stored key of ' || ${key.holder} || ' is sent to ' || ${key.host} || ' from now on.'`,
			payload: { ...key.payload, actor_user_id: principal?.user_id ?? null },
			when: isRedirect,
		}),
	}
}

/** The statement that notifies the owners of an org, or the platform admins for null, of keys that go to another address. */
export function redirectNotice(
	db: Database['reader'],
	org_id: string | null,
	said: Pick<Notice, 'body' | 'payload' | 'when'>,
) {
	const notice = { type: 'security.key_redirected', title: 'A stored key goes to another address', ...said }
	return org_id === null ? notifyPlatformAdmins(db, notice) : notify(db, { ...notice, org_id, roles: ['owner'] })
}
