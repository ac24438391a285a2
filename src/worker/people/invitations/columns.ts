import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { columnsBut } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf, jsonObject, stateOf } from '../../ground/db/state.ts'
import type { openPage } from '../../ground/http/page.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { users } from '../../tenancy/users/table.ts'
import { state } from './state.ts'
import { invitations } from './table.ts'

const columns = columnsBut(
	invitations,
	'token_hash',
	'mailed_token_hash',
	'inviter_api_key_id',
	'inviter_permission',
	'voided_at',
	'through_connection_id',
)

export const invitationOf = (org_id: string, id: string) =>
	allOf(eq(invitations.id, id), eq(invitations.org_id, org_id))

/** The query for an org's invitations as its admins see them: one page, newest first. */
export const listInvitations = (db: Database['reader'], org_id: string, page: ReturnType<typeof openPage>) =>
	shown(db)
		.where(and(eq(invitations.org_id, org_id), page.before(invitations.id)))
		.orderBy(desc(invitations.id))
		.limit(page.limit)

export const selectInvitation = (db: Database['reader'], org_id: string, id: string) =>
	shown(db).where(invitationOf(org_id, id)).limit(1)

const shown = (db: Database['reader']) =>
	db
		.select({ ...columns, state: state().as('state'), inviter_name: users.username })
		.from(invitations)
		.innerJoin(users, eq(users.id, invitations.inviter_user_id))

export const selectNames = (db: Database['reader'], id: string) =>
	db
		.select({ org_name: orgs.name, inviter_name: users.username })
		.from(invitations)
		.innerJoin(orgs, eq(orgs.id, invitations.org_id))
		.innerJoin(users, eq(users.id, invitations.inviter_user_id))
		.where(eq(invitations.id, id))
		.limit(1)

/** The response about an invitation that was just sent, as JSON text: without its token, for a replay. */
export const sentInvitation = (id: string): SQL =>
	sql`(SELECT json_set(${jsonObject(columns)}, '$.state', 'open', '$.inviter_name', (SELECT u.username FROM users u WHERE u.id = ${invitations.inviter_user_id}))
		FROM ${invitations} WHERE ${eq(invitations.id, id)})`

/**
 * What the audit log keeps of an invitation. It outlives the row by a year, so it has only the domain of the address: anyone who never
 * accepts has no account that they could delete.
 */
export const keptOf = (where: SQL): SQL =>
	sql`json_replace(${stateOf(invitations, where)}, '$.email', (SELECT '…' || substr(email, instr(email, '@')) FROM ${invitations} WHERE ${where}))`
