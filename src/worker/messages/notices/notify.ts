import { type SQL, sql } from 'drizzle-orm'
import { newId, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import type { PlatformRole, Role } from '../../principal.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { type Coded, noticeOf } from './catalogue.ts'
import { type About, payloadOf } from './payload.ts'
import { notifications } from './table.ts'

/** A code of the catalogue with its values, and whom to send it. */
export type Notice = Coded & {
	/** What else the payload has: the ids of what it's about. */
	about?: About
	/** The condition under which the notice is sent. Without one it's always sent. */
	when?: SQL | undefined
	/** A query for one row of the name `said`, which the values may use. No row sends no notice. */
	said?: SQL
	/** What tells the rows of `said` apart if there are several. Each of them sends a notice. */
	nth?: SQL
}

type OrgNotice = Notice & {
	org_id: string | SQL
	/** Members with one of these roles get the notice. */
	roles: readonly [Role, ...Role[]]
}

/**
 * The statement that notifies the active members of an org who have one of the roles. Put it into the batch of the change, and
 * the notifications exist if and only if the change does.
 */
export function notify(db: Database['reader'], { org_id, roles, ...notice }: OrgNotice) {
	const listed = sql.join(
		roles.map((role) => sql`${role}`),
		sql`, `,
	)
	const members = sql`memberships m JOIN users u ON u.id = m.user_id WHERE m.org_id = ${org_id} AND m.role IN (${listed}) AND ${isOrgOpen(sql`m.org_id`)}`
	return insertFor(db, { ...notice, org_id }, members)
}

/** The statement that notifies the active platform admins. */
export const notifyPlatformAdmins = (db: Database['reader'], notice: Notice) =>
	insertFor(db, { ...notice, org_id: null }, sql`platform_admins p JOIN users u ON u.id = p.user_id WHERE 1`)

type UserNotice = Notice & {
	/** A query may find several. */
	user_id: string | SQL
	org_id: string | null
}

/**
 * The statement that notifies one user, or all whom a query finds, of what was done to their account. They are active, or suspended
 * if it's about security: that waits for the person who comes back to it.
 */
export const notifyUser = (db: Database['reader'], { user_id, ...notice }: UserNotice) => {
	const who = typeof user_id === 'string' ? sql`u.id = ${user_id}` : sql`u.id IN ${user_id}`
	const isThere = noticeOf(notice).type.startsWith('security.') ? sql`u.status <> 'deleted'` : IS_ACTIVE
	return insertFor(db, notice, sql`users u WHERE ${who}`, isThere)
}

/** The statement that notifies the active users whom a condition on `u` finds. The notice is the same, or says what it does of `u`. */
export const notifyUsers = (db: Database['reader'], notice: Notice & { org_id: string | SQL | null }, who: SQL) =>
	insertFor(db, notice, sql`users u WHERE ${who}`)

/** The statement that notifies the owners and admins of the orgs where a user is one of them, each once, and not the user. */
export const notifyColleagues = (db: Database['reader'], { user_id, ...notice }: Notice & { user_id: string }) =>
	notifyUsers(
		db,
		{ ...notice, org_id: null },
		sql`u.id <> ${user_id} AND u.id IN (SELECT m.user_id FROM memberships own
			JOIN memberships m ON m.org_id = own.org_id AND m.role IN ('owner', 'admin')
			WHERE own.user_id = ${user_id} AND own.role IN ('owner', 'admin') AND ${isOrgOpen(sql`own.org_id`)})`,
	)

/** The statement that notifies the active operators who hold one of the platform roles. */
export const notifyOperators = (db: Database['reader'], roles: readonly PlatformRole[], notice: Notice) =>
	notifyUsers(
		db,
		{ ...notice, org_id: null },
		sql`u.id IN (SELECT p.user_id FROM platform_roles p WHERE p.role IN (SELECT value FROM json_each(${JSON.stringify(roles)})))`,
	)

type Row = Notice & { org_id: string | SQL | null }

const IS_ACTIVE = sql`u.status = 'active'`

// The key would allow one id for all recipients. With the user's row number appended, each id is unique on its own.
function insertFor(
	db: Database['reader'],
	{ when = sql`1`, said, nth, org_id, about = {}, ...coded }: Row,
	recipients: SQL,
	isThere = IS_ACTIVE,
) {
	const id = sql`${newId('ntf')} || '_' || u.seq${nth ? sql` || '_' || ${nth}` : sql``}`
	const payload = payloadOf({ ...about, code: coded.code, values: coded.values ?? {} })
	const row = { user_id: sql`u.id`, id, org_id, ...noticeOf(coded), payload, created_at: now() }
	const from = said ? sql`${said} AS said CROSS JOIN ${recipients}` : recipients
	return insertFrom(db, notifications, row, sql`${from} AND ${isThere} AND (${when})`)
}
