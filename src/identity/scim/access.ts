import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import { type ApiError, conflict } from '../../http/errors.ts'
import { deleteOfOrg } from '../../messages/notices/former-member.ts'
import { ensureWithinLimit, limitReached } from '../../plans/entitlements/limits.ts'
import type { Role } from '../../principal.ts'
import { membershipOf } from '../../tenancy/orgs/access.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { keepsPlatformAdmin } from '../../tenancy/users/platform-admins.ts'
import { users } from '../../tenancy/users/table.ts'
import type { Statement, Statements } from '../../write/after-commit.ts'
import { ensure } from '../../write/guards.ts'
import { withRollbacks } from '../../write/rollbacks.ts'
import { apiKeys } from '../api-keys/table.ts'
import { oidcConnections } from '../oidc-connections/table.ts'
import { insertMember, keepsAdminsHome, keepsAnOwner, limitOfMembers, membersBefore } from '../orgs/members.ts'
import { sessions } from '../sign-in/table.ts'
import { endAccess } from '../users/change.ts'
import type { Client } from './client.ts'
import type { Person } from './people.ts'

// What a client's word gives and takes: the membership in its org, or the account.

/** What a change writes besides the row of `scim_users`. */
export interface Step {
	state: 'active' | 'inactive' | 'deleted'
	/** The role that they come back with. */
	role: string | null
	parts: Record<string, Statements>
	refusal?: () => ApiError | Promise<ApiError>
}

/** Ends somebody's access: to the org, or to the whole platform. Their service accounts stay. */
export function leaving(
	c: Context<App>,
	{ org_id }: Client,
	person: Pick<Person, 'user_id' | 'role' | 'role_before'>,
): Omit<Step, 'state'> {
	const { db } = c.var
	const { user_id, role, role_before } = person
	if (org_id === null)
		return {
			role: null,
			parts: {
				keepsAdmin: ensure(c, keepsPlatformAdmin(user_id)),
				access: endAccess(db, user_id),
				suspended: withRollbacks(
					db
						.update(users)
						.set({ status: 'suspended' })
						.where(allOf(eq(users.id, user_id), eq(users.status, 'active'))),
				),
			},
			refusal: () => kept("The last platform admin can't be suspended", 'users.last_platform_admin'),
		}
	const throughOrg = sql`${sessions.connection_id} IN (SELECT o.id FROM ${oidcConnections} o WHERE o.org_id = ${org_id})`
	return {
		role: role ?? role_before,
		parts: {
			keepsOwner: ensure(c, keepsAnOwner(org_id, user_id)),
			keepsAdmin: ensure(c, keepsAdminsHome(org_id, user_id)),
			keys: db.delete(apiKeys).where(and(eq(apiKeys.org_id, org_id), eq(apiKeys.user_id, user_id))),
			notifications: deleteOfOrg(db, org_id, user_id),
			logins: db
				.update(sessions)
				.set({ ended_at: now() })
				.where(and(eq(sessions.user_id, user_id), isNull(sessions.ended_at), throughOrg)),
			removed: withRollbacks(db.delete(memberships).where(membershipOf(org_id, user_id))),
		},
		refusal: () =>
			kept("The org's last owner can't be removed. Make another member an owner first.", 'orgs.last_owner'),
	}
}

const kept = (message: string, reason: 'orgs.last_owner' | 'users.last_platform_admin') =>
	conflict(message, { reason, scimType: 'mutability' })

const RANKS: readonly string[] = ['member', 'admin', 'owner']

/** The role that the connection gives, or the one that they had, as far as its maker may give it now. */
function roleFor({ default_role }: Client, { role_before, may_give }: Pick<Person, 'role_before' | 'may_give'>) {
	const wanted = role_before ?? default_role
	if (wanted === null || may_give === null) return undefined
	return RANKS[Math.min(RANKS.indexOf(wanted), RANKS.indexOf(may_give))] as Role | undefined
}

/** Gives somebody access: the membership in the org, or their account back that this client suspended. */
export function coming(
	c: Context<App>,
	client: Client,
	person: Pick<Person, 'user_id' | 'state' | 'role_before' | 'may_give' | 'role'>,
): Omit<Step, 'state'> {
	const { db } = c.var
	const { user_id, state } = person
	const { org_id } = client
	if (org_id === null) {
		const isSuspended = allOf(eq(users.id, user_id), eq(users.status, 'suspended'))
		const wasOurs = state === 'inactive' || state === 'deleted'
		return {
			role: null,
			parts: { activated: wasOurs && db.update(users).set({ status: 'active' }).where(isSuspended) },
		}
	}
	const role = person.role ?? roleFor(client, person)
	if (!role || person.role) return { role: person.role ?? person.role_before, parts: {} }
	return {
		role,
		parts: {
			withinLimit: ensureWithinLimit(c, { ...limitOfMembers(org_id), count: membersBefore(org_id, user_id) }),
			joined: insertMember(c, { org_id, user_id, role }).onConflictDoNothing() as Statement,
		},
		refusal: () => limitReached(c, limitOfMembers(org_id)),
	}
}
