import { getTableColumns, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { auditLogs } from '../../ground/write/table.ts'
import { shownState } from '../../providers/config-entries/clear-values.ts'
import { holdsRole } from '../../tenancy/users/platform-roles.ts'

/** A state as everybody may see it: a redemption code by its last four characters. Older rows have the whole code. */
function shown<C extends SQLiteColumn>(state: C) {
	const whole = shownState(state)
	const code = sql`${state} ->> 'code'`
	return sql<
		C['_']['data'] | null
	>`iif(${auditLogs.target_type} = 'redemption_codes' AND ${code} IS NOT NULL, json_set(${state}, '$.code', substr(${code}, -4)), ${whole})`.mapWith(
		state,
	)
}

/** The columns of an audit row that the API returns, for a select from `audit_logs`. `reverted_by` is the newest revert. */
export const auditLogColumns = {
	...getTableColumns(auditLogs),
	before: shown(auditLogs.before).as('before'),
	after: shown(auditLogs.after).as('after'),
	reverted_by: sql<
		string | null
	>`(SELECT max(r.id) FROM audit_logs r WHERE r.reverts = ${auditLogs}.${sql.identifier('id')})`.as('reverted_by'),
}

/**
 * Whether an actor is a member of the org and no operator, or a service account of it. Only then may the org know where they act
 * from.
 */
export const isTenants = (org_id: SQLWrapper, actor: SQLWrapper) =>
	sql`(EXISTS (SELECT 1 FROM memberships m WHERE m.org_id = ${org_id} AND m.user_id = ${actor}) AND NOT ${holdsRole(actor)}
		OR EXISTS (SELECT 1 FROM service_accounts s WHERE s.id = ${actor} AND s.org_id = ${org_id}))`

/** A redemption as the log keeps it now. Older rows have the whole code, with what the platform knows of its use. */
const redeemed = (state: SQLiteColumn) =>
	sql`iif(${state} IS NULL, NULL, json_object('id', ${state} -> 'id', 'type', ${state} -> 'type', 'value', ${state} -> 'value'))`

/** A state as the org may see it: not the session in which an operator entered the org, and of a code what it gave. */
const shownToOrg = <C extends SQLiteColumn>(state: C) =>
	sql<
		C['_']['data'] | null
	>`CASE ${auditLogs.target_type} WHEN 'sessions' THEN NULL WHEN 'redemption_codes' THEN ${redeemed(state)} ELSE ${state} END`.mapWith(
		state,
	)

/** A column of the row, with its table: in a subquery the name alone would be another table's. */
const ofRow = (name: string) => sql`${auditLogs}.${sql.identifier(name)}`

const ACTOR = sql`coalesce(${ofRow('actor_user_id')}, ${ofRow('actor_service_account_id')})`

/** The same columns as an org's own admins see them. */
export const orgLogColumns = {
	...auditLogColumns,
	before: shownToOrg(auditLogs.before).as('before'),
	after: shownToOrg(auditLogs.after).as('after'),
	client_address: sql<string | null>`iif(${isTenants(ofRow('org_id'), ACTOR)}, ${auditLogs.client_address}, NULL)`.as(
		'client_address',
	),
}
