import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { App } from '../../context.ts'
import { newId, now } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import { type ApiError, conflict, notFound } from '../../http/errors.ts'
import { deleteOfOrg } from '../../messages/notices/former-member.ts'
import { ensureWithinLimit, limitReached } from '../../plans/entitlements/limits.ts'
import type { Role } from '../../principal.ts'
import { membershipOf } from '../../tenancy/orgs/access.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { keepsPlatformAdmin } from '../../tenancy/users/platform-admins.ts'
import { users } from '../../tenancy/users/table.ts'
import type { Statement, Statements } from '../../write/after-commit.ts'
import { ensure } from '../../write/guards.ts'
import { withRollbacks } from '../../write/rollbacks.ts'
import { write } from '../../write/write.ts'
import { apiKeys } from '../api-keys/table.ts'
import { oidcConnections, scimUsers } from '../oidc-connections/table.ts'
import { insertMember, keepsAdminsHome, keepsAnOwner, limitOfMembers, membersBefore } from '../orgs/members.ts'
import { sessions } from '../sign-in/table.ts'
import { endAccess } from '../users/change.ts'
import type { Client } from './client.ts'
import { newAccount } from './new-account.ts'
import { isActive, type Person, readPerson } from './people.ts'
import type { ScimUserInput } from './schema.ts'

/** What a client says of somebody. */
interface Said {
	user_name: string
	external_id: string | null
}

/** What a change writes besides the row of `scim_users`. */
interface Step {
	state: 'active' | 'inactive' | 'deleted'
	/** The role that they come back with. */
	role: string | null
	parts: Record<string, Statements>
	refusal?: () => ApiError | Promise<ApiError>
}

const isRow = (client: Client, user_id: string) =>
	allOf(eq(scimUsers.connection_id, client.id), eq(scimUsers.user_id, user_id))

/** Writes a step and what the client said of the person, with its audit. */
async function take(
	c: Context<App>,
	client: Client,
	user_id: string,
	said: Said,
	{ state, role, parts, refusal }: Step,
) {
	const at = now()
	const set = { ...said, state, role, updated_at: at }
	await write(
		c,
		{
			...parts,
			noted: c.var.db
				.insert(scimUsers)
				.values({ connection_id: client.id, user_id, ...set, created_at: at })
				.onConflictDoUpdate({ target: [scimUsers.connection_id, scimUsers.user_id], set }),
		},
		{
			audit: {
				action: `scim_users.${state === 'active' ? 'activate' : state === 'inactive' ? 'deactivate' : 'delete'}`,
				target: scimUsers,
				target_id: user_id,
				where: isRow(client, user_id),
				org_id: client.org_id,
			},
			response: { none: 'A SCIM client reads the user again' },
			duplicate: () => taken(),
			otherwise: async () => (await refusal?.()) ?? notFound('User'),
		},
	)
	forgetPrincipals(c)
}

const taken = () => conflict('There is such a user already', { scimType: 'uniqueness' })

/** Ends somebody's access: to the org, or to the whole platform. Their service accounts stay. */
function leaving(c: Context<App>, { org_id }: Client, person: Person): Omit<Step, 'state'> {
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
function coming(
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

/** Says whether somebody is active, and what the client calls them. Repeating it changes nothing. Throws 404, 409 for the last owner. */
export async function setPerson(
	c: Context<App>,
	client: Client,
	user_id: string,
	wanted: { active?: boolean | undefined; user_name?: string | undefined; external_id?: string | null | undefined },
): Promise<Person> {
	const person = await readPerson(c, client, user_id)
	const was = isActive(client, person)
	const said = {
		user_name: wanted.user_name ?? person.user_name,
		external_id: wanted.external_id === undefined ? person.external_id : wanted.external_id,
	}
	const isSame = said.user_name === person.user_name && said.external_id === person.external_id
	const active = wanted.active ?? was
	if (active === was && (isSame || !was)) return person
	if (active === was)
		await take(c, client, user_id, said, { state: 'active', role: person.role ?? person.role_before, parts: {} })
	else if (active) await take(c, client, user_id, said, { state: 'active', ...coming(c, client, person) })
	else await take(c, client, user_id, said, { state: 'inactive', ...leaving(c, client, person) })
	return readPerson(c, client, user_id)
}

/** Ends somebody's access, and forgets them. Throws 404, 409 for the last owner. */
export async function removePerson(c: Context<App>, client: Client, user_id: string): Promise<void> {
	const person = await readPerson(c, client, user_id)
	const { user_name, external_id } = person
	await take(c, client, user_id, { user_name, external_id }, { state: 'deleted', ...leaving(c, client, person) })
}

/**
 * Makes somebody known: an account of their own, or the one that has verified the same address. Throws 400 for an address that the
 * connection doesn't speak for, 409 for one that somebody has, 409 for an org without room.
 */
export async function addPerson(
	c: Context<App>,
	client: Client,
	input: z.infer<typeof ScimUserInput>,
): Promise<Person> {
	const found = await newAccount(c, client, input)
	const { known } = found
	if (known && (known.state === 'active' || known.role !== null || !known.email_verified)) throw taken()
	if (known && client.org_id === null && known.state === null) throw taken()
	const user_id = known?.user_id ?? newId('usr')
	const said = { user_name: input.userName, external_id: input.externalId ?? null }
	const account = known ? undefined : found.account(user_id)
	const active = input.active ?? true
	const step = active
		? coming(c, client, {
				user_id,
				state: known?.state ?? null,
				role: null,
				role_before: null,
				may_give: found.may_give,
			})
		: { role: null, parts: {} }
	await take(c, client, user_id, said, {
		...step,
		state: active ? 'active' : 'inactive',
		parts: {
			account,
			suspended:
				!active &&
				client.org_id === null &&
				c.var.db.update(users).set({ status: 'suspended' }).where(eq(users.id, user_id)),
			...step.parts,
		},
	})
	return readPerson(c, client, user_id)
}
