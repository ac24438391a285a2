import { and, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { isSameName, nameIn, typed } from '../../ground/db/one-case.ts'
import { allOf } from '../../ground/db/state.ts'
import { type ApiError, conflict, forbidden } from '../../ground/http/errors.ts'
import type { Statement, Statements } from '../../ground/write/after-commit.ts'
import { ensure } from '../../ground/write/guards.ts'
import { apiKeys } from '../../keys/api-keys/table.ts'
import { deleteOfOrg } from '../../messages/notices/former-member.ts'
import { notify, notifyPlatformAdmins } from '../../messages/notices/notify.ts'
import { losing } from '../../people/leaving/tell.ts'
import { ensureRoom, insertMember, keepsAdminsHome, noRoom } from '../../people/orgs/members.ts'
import { endAccess } from '../../people/users/change.ts'
import type { Role } from '../../principal.ts'
import { oidcConnections } from '../../sign-in/identities/table.ts'
import { ensureLetIn, outOf } from '../../sign-in/identities/word.ts'
import { sessions } from '../../sign-in/sessions/table.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { keepsPlatformAdmin } from '../../tenancy/users/platform-admins.ts'
import { users } from '../../tenancy/users/table.ts'
import type { Client } from './client.ts'
import { ensurePlain, refusedTo } from './narrowed.ts'
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
	client: Client,
	person: Pick<Person, 'user_id' | 'role' | 'given_role' | 'role_before' | 'user_name' | 'address'>,
): Omit<Step, 'state'> {
	const { db } = c.var
	const { user_id } = person
	const { org_id } = client
	const refusedAs = async (refusal: ApiError) => (client.narrowed_at === null ? refusal : refusedTo(c, client, person))
	if (org_id === null)
		return {
			role: null,
			parts: {
				isPlain: ensurePlain(c, client, (user) => sql`${user} = ${user_id}`),
				keepsAdmin: ensure(c, keepsPlatformAdmin(user_id)),
				access: endAccess(db, user_id),
				suspended: losing(
					db
						.update(users)
						.set({ status: 'suspended' })
						.where(allOf(eq(users.id, user_id), eq(users.status, 'active'))),
				),
				told: notifyPlatformAdmins(db, {
					...deactivated('admin_deactivated', user_id),
					when: sql`EXISTS (SELECT 1 FROM platform_admins a WHERE a.user_id = ${user_id})`,
				}),
			},
			refusal: () => refusedAs(kept('users.last_platform_admin')),
		}
	const ofOrg = sql`(SELECT o.id FROM ${oidcConnections} o WHERE o.org_id = ${org_id})`
	const isThem = isSamePerson(org_id, person)
	const owners = sql`SELECT 1 FROM memberships m WHERE m.org_id = ${org_id} AND m.role = 'owner'`
	const wasOwner = sql`EXISTS (${owners} AND ${isThem(sql`m.user_id`)})`
	return {
		role: directoryRole(person),
		parts: {
			isPlain: ensurePlain(c, client, isThem),
			keepsOwner: ensure(c, sql`NOT ${wasOwner} OR EXISTS (${owners} AND NOT ${isThem(sql`m.user_id`)})`),
			keepsAdmin: ensure(c, keepsAdminsHome(org_id, user_id)),
			told: notify(db, {
				...deactivated('owner_deactivated', user_id),
				org_id,
				roles: ['owner'],
				when: sql`${wasOwner} AND NOT ${isThem(sql`u.id`)}`,
			}),
			keys: db.delete(apiKeys).where(and(eq(apiKeys.org_id, org_id), isThem(apiKeys.user_id))),
			notifications: deleteOfOrg(db, org_id, user_id),
			logins: db
				.update(sessions)
				.set({ ended_at: now() })
				.where(and(isThem(sessions.user_id), isNull(sessions.ended_at), sql`${sessions.connection_id} IN ${ofOrg}`)),
			removed: losing(db.delete(memberships).where(and(eq(memberships.org_id, org_id), isThem(memberships.user_id)))),
		},
		refusal: () => refusedAs(kept('orgs.last_owner')),
	}
}

/** Whether a user is the person: the account that the client made or joined, or one that the org's providers know by their address. */
const isSamePerson =
	(org_id: string, { user_id, user_name, address }: Pick<Person, 'user_id' | 'user_name' | 'address'>) =>
	(user: SQLWrapper) =>
		sql`${user} IN (SELECT ${user_id} UNION SELECT i.user_id FROM ${oidcConnections} o CROSS JOIN identities i ON i.connection_id = o.id
			WHERE o.org_id = ${org_id} AND (${sql.join(
				[user_name, address].map((name) => isSameName(nameIn('i', 'email'), typed(name ?? ''))),
				sql` OR `,
			)}))`

const deactivated = (code: 'admin_deactivated' | 'owner_deactivated', user_id: string) => ({
	code,
	values: { user: sql`(SELECT n.username FROM users n WHERE n.id = ${user_id})` },
	about: { user_id },
})

/** The role that the directory or a provider gave. What a person gave besides ends when the directory deactivates somebody. */
export const directoryRole = ({ role, given_role, role_before }: Pick<Person, 'role' | 'given_role' | 'role_before'>) =>
	role !== null && given_role === null ? role : role_before

const kept = (reason: 'orgs.last_owner' | 'users.last_platform_admin') => conflict(reason, { scimType: 'mutability' })

const RANKS: readonly string[] = ['member', 'admin', 'owner']

/** The role that the connection gives, or the one that they had, as far as its maker may give it now. */
function roleFor({ default_role }: Client, { role_before, may_give }: Pick<Person, 'role_before' | 'may_give'>) {
	const wanted = role_before ?? default_role
	if (wanted === null || may_give === null) return undefined
	return RANKS[Math.min(RANKS.indexOf(wanted), RANKS.indexOf(may_give))] as Role | undefined
}

/** Throws the 403 of a connection that waits for a confirmation, and so admits nobody. */
export function requireConfirmed({ waits_since }: Client): void {
	if (waits_since !== null) throw forbidden('oidc.waits')
}

/** Gives somebody access: the membership in the org, or their account back that this client suspended. */
export function coming(
	c: Context<App>,
	client: Client,
	person: Pick<Person, 'user_id' | 'state' | 'role_before' | 'may_give' | 'role' | 'given_role'>,
): Omit<Step, 'state'> {
	const { db } = c.var
	const { user_id, state } = person
	const { org_id } = client
	if (person.role === null) requireConfirmed(client)
	if (org_id === null) {
		const isSuspended = allOf(eq(users.id, user_id), eq(users.status, 'suspended'))
		const wasOurs = state === 'inactive' || state === 'deleted'
		return {
			role: null,
			parts: { activated: wasOurs && db.update(users).set({ status: 'active' }).where(isSuspended) },
		}
	}
	const role = person.role ?? roleFor(client, person)
	if (!role || person.role) return { role: directoryRole(person), parts: {} }
	return {
		role,
		parts: {
			isLetIn: ensureLetIn(c, org_id, user_id),
			withinLimit: ensureRoom(c, org_id, user_id),
			joined: insertMember(c, { org_id, user_id, role, given_role: null }).onConflictDoNothing() as Statement,
		},
		refusal: async () => (await outOf(c, org_id, user_id)) ?? noRoom(c, org_id),
	}
}
