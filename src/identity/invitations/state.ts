import { gt, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { DAY_MS, fromNow, now } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import type { Retention } from '../../write/retention.ts'
import { invitations } from './table.ts'

/** What decides whether an inviter may give a role. The columns of `invitations` have these names. */
type Given = Record<
	'org_id' | 'role' | 'inviter_user_id' | 'inviter_api_key_id' | 'sent_at',
	SQLWrapper | string | null
>

/**
 * Whether the inviter may give the role now, as an expression: an active platform admin any role, an active owner too, and an
 * active admin every role but owner. Who left the org since they sent the invitation gives nothing, even if they are back. An API
 * key acts as an admin, and gives nothing once it's gone.
 */
export const isGiven = ({ org_id, role, inviter_user_id, inviter_api_key_id, sent_at }: Given): SQL =>
	sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${inviter_user_id} AND u.status = 'active'
		AND (${inviter_api_key_id} IS NULL OR EXISTS (SELECT 1 FROM api_keys k WHERE k.id = ${inviter_api_key_id} AND coalesce(k.expires_at > ${now()}, 1)))
		AND (EXISTS (SELECT 1 FROM platform_admins p WHERE p.user_id = u.id)
			OR EXISTS (SELECT 1 FROM memberships m WHERE m.org_id = ${org_id} AND m.user_id = u.id AND m.created_at <= ${sent_at}
				AND (m.role = 'owner' AND ${inviter_api_key_id} IS NULL OR m.role IN ('owner', 'admin') AND ${role} <> 'owner'))))`

/** Whether nobody has accepted the invitation. */
export const isUnused = isNull(invitations.accepted_at)

/** Whether the invitation can be accepted now. */
export const isOpenNow = () => allOf(isUnused, gt(invitations.expires_at, now()), isGiven(invitations))

/** What has become of the invitation. */
export const state = () =>
	sql<'open' | 'accepted' | 'expired' | 'void'>`CASE WHEN ${invitations.accepted_at} IS NOT NULL THEN 'accepted'
		WHEN ${invitations.expires_at} <= ${now()} THEN 'expired' WHEN ${isGiven(invitations)} THEN 'open' ELSE 'void' END`

/** The org sees for 30 days what became of an invitation. A void one ends when it expires. */
export const RETENTION: Retention[] = [
	{
		table: invitations,
		key: invitations.id,
		// In the words of the index `invitations_ended_at`.
		expired: () =>
			lt(
				sql`CASE WHEN ${invitations.accepted_at} IS NULL THEN ${invitations.expires_at} ELSE ${invitations.accepted_at} END`,
				fromNow(-30 * DAY_MS),
			),
	},
]
