import { gt, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { DAY_MS, fromNow, now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import type { Retention } from '../../ground/write/retention.ts'
import { holdsRole } from '../../tenancy/users/platform-roles.ts'
import { isTrusted } from '../../tenancy/users/through.ts'
import { invitations } from './table.ts'

/** What decides whether an inviter may give a role. The columns of `invitations` have these names. */
type Given = Record<
	'org_id' | 'role' | 'inviter_user_id' | 'inviter_api_key_id' | 'inviter_permission' | 'sent_at',
	SQLWrapper | string | null
>

/** Whether the user is active, and the API key that they used still works, as an expression. */
const isStillThere = ({ inviter_user_id, inviter_api_key_id }: Given) =>
	sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${inviter_user_id} AND u.status = 'active')
		AND (${inviter_api_key_id} IS NULL OR EXISTS (SELECT 1 FROM api_keys k WHERE k.id = ${inviter_api_key_id} AND coalesce(k.expires_at > ${now()}, 1)))`

/**
 * Whether the inviter's role in the org lets them give the role: owners any, admins every role but owner. Who left the org since
 * they sent the invitation gives nothing, even if they are back. An API key acts as an admin.
 */
const givesAsMember = ({ org_id, role, inviter_user_id, inviter_api_key_id, sent_at }: Given) =>
	sql`EXISTS (SELECT 1 FROM memberships m WHERE m.org_id = ${org_id} AND m.user_id = ${inviter_user_id} AND m.created_at <= ${sent_at}
		AND (m.role = 'owner' AND ${inviter_api_key_id} IS NULL OR m.role IN ('owner', 'admin') AND ${role} <> 'owner'))`

/**
 * Whether the inviter sent it as a platform admin, and is one. What they sent with counts: a key, or a session through an org's
 * connection, holds less than its user.
 */
const givesAsAdmin = ({ inviter_user_id, inviter_permission }: Given) =>
	sql`(${inviter_permission} = 'platform_admin' AND EXISTS (SELECT 1 FROM platform_admins a WHERE a.user_id = ${inviter_user_id}))`

/**
 * Whether the inviter sent it as somebody who writes members of every org, and has been one since: a role that came later, or came back,
 * sends none that was void.
 */
const givesAsOperator = ({ inviter_user_id, inviter_permission, sent_at }: Given) =>
	sql`(${inviter_permission} IS NOT NULL AND (EXISTS (SELECT 1 FROM platform_admins a WHERE a.user_id = ${inviter_user_id} AND a.created_at <= ${sent_at})
		OR EXISTS (SELECT 1 FROM operator_roles p WHERE p.user_id = ${inviter_user_id} AND p.role = 'support' AND p.created_at <= ${sent_at})))`

/** Whether the inviter may give the role now, as an expression. */
export const isGiven = (given: Given): SQL =>
	sql`(${isStillThere(given)} AND (${givesAsMember(given)} OR ${givesAsOperator(given)}))`

/** Whether the invitation is an operator's who is neither a platform admin nor a member that could have sent it. */
export const isOfOperator = sql`NOT (${givesAsMember(invitations)} OR ${givesAsAdmin(invitations)})`

/**
 * Whether the inviter may make this user a member. Other operators than platform admins reach neither themselves nor anybody
 * else who holds a platform role.
 */
export const reaches = (user_id: string): SQL =>
	sql`(${givesAsMember(invitations)} OR ${givesAsAdmin(invitations)}
		OR NOT ${holdsRole(user_id)})`

export const isUnused = isNull(invitations.accepted_at)

/** Whether the inviter may give the role now, might ever since they sent it, and sent it themselves for all we know. */
const isStillGiven = () =>
	sql`(${invitations.voided_at} IS NULL AND ${isTrusted(invitations.through_connection_id)} AND ${isGiven(invitations)})`

export const isOpenNow = () => allOf(isUnused, gt(invitations.expires_at, now()), isStillGiven())

export const state = () =>
	sql<'open' | 'accepted' | 'expired' | 'void'>`CASE WHEN ${invitations.accepted_at} IS NOT NULL THEN 'accepted'
		WHEN ${invitations.expires_at} <= ${now()} THEN 'expired' WHEN ${isStillGiven()} THEN 'open' ELSE 'void' END`

/** The org sees for 30 days what became of an invitation. A void one ends when it expires. */
export const RETENTION: Retention[] = [
	{
		table: invitations,
		// In the words of the index `invitations_ended_at`.
		expired: () =>
			lt(
				sql`CASE WHEN ${invitations.accepted_at} IS NULL THEN ${invitations.expires_at} ELSE ${invitations.accepted_at} END`,
				fromNow(-30 * DAY_MS),
			),
	},
]
