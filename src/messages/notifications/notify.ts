import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { newId, now } from '../../db/columns.ts'
import { notifications } from './table.ts'
import type { Role } from '../../context.ts'

export interface Notice {
	/** A dotted name such as `security.key_redirected`. */
	type: string
	title: string
	body: string | SQL
	payload: Record<string, unknown>
	/** Nobody is told unless it holds. */
	when?: SQL | undefined
}

interface OrgNotice extends Notice {
	org_id: string | SQL
	/** Who of the org is told. */
	roles: readonly [Role, ...Role[]]
}

/** The statement that tells the active members of an org who have one of the roles; it belongs into the batch of the change. */
export function notify(db: Database['reader'], { org_id, roles, ...notice }: OrgNotice) {
	const told = sql.join(
		roles.map((role) => sql`${role}`),
		sql`, `,
	)
	const members = sql`memberships m JOIN users u ON u.id = m.user_id WHERE m.org_id = ${org_id} AND m.role IN (${told})`
	return insertFor(db, notice, sql`${org_id}`, members)
}

/** The same for the active platform admins. */
export const notifyPlatformAdmins = (db: Database['reader'], notice: Notice) =>
	insertFor(db, notice, sql`NULL`, sql`platform_admins p JOIN users u ON u.id = p.user_id WHERE 1`)

// One id for all of them would do for the key; the user's row number makes each id one of its own.
const insertFor = (
	db: Database['reader'],
	{ type, title, body, payload, when }: Notice,
	org_id: SQL,
	recipients: SQL,
) =>
	db.insert(notifications).select(
		sql`SELECT u.id, ${newId('ntf')} || '_' || u.seq, NULL, ${org_id}, ${type}, ${title}, ${body}, ${JSON.stringify(payload)}, NULL, ${now()}
			FROM ${recipients} AND u.status = 'active' AND (${when ?? sql`1`})`,
	)
