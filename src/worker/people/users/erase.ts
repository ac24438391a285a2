import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { purgeWhile } from '../../ground/write/retention.ts'
import { auditLogs } from '../../ground/write/table.ts'
import { write } from '../../ground/write/write.ts'
import { bookDeletions } from '../../tenancy/orgs/deletions.ts'
import { isPersonalName } from '../../tenancy/orgs/personal.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { userErasures } from './table.ts'

/** How many users one batch takes, and how many audit rows each of its statements. */
const USERS = 20
const CHUNK = 1_000

/**
 * Takes the names, logins and addresses of deleted users out of the audit log, and the names of their personal orgs. Returns
 * whether rows are left.
 */
export const eraseNames = (c: WorkContext): Promise<boolean> =>
	purgeWhile(c, async () => {
		const { db } = c.var
		const found = await db.select().from(userErasures).orderBy(asc(userErasures.created_at)).limit(USERS)
		if (found.length === 0) return false
		const user_ids = found.map(({ user_id }) => user_id)
		const org_ids = found.flatMap((erasure) => erasure.org_ids)
		const { ofUsers, ofPeople, ofOrgs } = await write(c, {
			orphans: deleteOrphans(c, org_ids),
			booked: bookDeletions(db, sql`o.id IN (SELECT value FROM json_each(${JSON.stringify(org_ids)}))`),
			ofUsers: masked(c, { type: 'users', ids: user_ids, field: 'login', paths: USER_PATHS }),
			ofPeople: masked(c, { type: 'scim_users', ids: user_ids, field: 'user_name', paths: PERSON_PATHS }),
			ofOrgs: masked(c, { type: 'orgs', ids: org_ids, field: 'name', paths: ORG_PATHS }),
		})
		const isDone = [ofUsers, ofPeople, ofOrgs].every(({ meta }) => meta.changes < CHUNK)
		if (isDone) await write(c, { done: db.delete(userErasures).where(inArray(userErasures.user_id, user_ids)) })
		return !isDone || found.length === USERS
	})

/** The statement that deletes the personal orgs without members. Older versions left them when they deleted a user. */
const deleteOrphans = ({ var: { db } }: WorkContext, org_ids: string[]) =>
	db
		.update(orgs)
		.set({ name: '', deleted_at: now() })
		.where(
			and(
				inArray(orgs.id, sql`(SELECT value FROM json_each(${JSON.stringify(org_ids)}))`),
				eq(orgs.member_count, 0),
				isNull(orgs.deleted_at),
				isPersonalName(orgs.name),
			),
		)

const USER_PATHS = "'$.login', NULL, '$.username', NULL, '$.email', NULL, '$.avatar_url', NULL"
const PERSON_PATHS = "'$.user_name', NULL, '$.external_id', NULL"
const ORG_PATHS = "'$.name', NULL"

interface Masked {
	type: 'users' | 'scim_users' | 'orgs'
	ids: string[]
	/** Every state of the type has this field until it's masked. */
	field: string
	paths: string
}

/** The statement that masks the states of these targets in at most `CHUNK` audit rows. */
function masked({ var: { db } }: WorkContext, { type, ids, field, paths }: Masked) {
	const rows = sql`SELECT a.id FROM json_each(${JSON.stringify(ids)}) t JOIN audit_logs a ON a.target_id = t.value
		WHERE a.target_type = ${type} AND coalesce(a.before ->> ${field}, a.after ->> ${field}) IS NOT NULL LIMIT ${CHUNK}`
	return db
		.update(auditLogs)
		.set({
			before: sql`json_replace(${auditLogs.before}, ${sql.raw(paths)})`,
			after: sql`json_replace(${auditLogs.after}, ${sql.raw(paths)})`,
		})
		.where(sql`${auditLogs.id} IN (${rows})`)
}
