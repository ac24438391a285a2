import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { App } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { inOneCase } from '../../ground/db/one-case.ts'
import { allOf } from '../../ground/db/state.ts'
import { notFound, taken } from '../../ground/http/errors.ts'
import { ensure } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { notifyUser } from '../../messages/notices/notify.ts'
import { scimUsers } from '../../sign-in/identities/table.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { isTaken, renamed } from '../../tenancy/users/names.ts'
import { users } from '../../tenancy/users/table.ts'
import { plainAddress } from '../oidc/address.ts'
import { takeAddress, unverifiedHolderOf } from '../oidc/take-address.ts'
import { coming, directoryRole, leaving, requireConfirmed, type Step } from './access.ts'
import { isInDomain, VOUCHED } from './called.ts'
import { type Client, isAsRead, requireAsRead } from './client.ts'
import { isBeyond, refusedTo, requireWhole } from './narrowed.ts'
import { newAccount } from './new-account.ts'
import { isActive, isFreeFor, type Person, readPerson } from './people.ts'
import { ensureRoom, refusalWithoutRoom } from './room.ts'
import type { ScimUserInput } from './schema.ts'

interface Said {
	user_name: string
	external_id: string | null
	/** Whether the client calls them so from now on, and called them otherwise before. */
	isNamed: boolean
}

const isRow = (client: Client, user_id: string) =>
	allOf(eq(scimUsers.connection_id, client.id), eq(scimUsers.user_id, user_id))

/** Writes a step and what the client said of the person, with its audit. Whoever gets a name gets one that nobody else has. */
async function take(
	c: Context<App>,
	client: Client,
	user_id: string,
	{ isNamed, ...said }: Said,
	{ state, role, parts, refusal }: Step,
) {
	const at = now()
	const isFree = isFreeFor(c, client, said.user_name, user_id)
	const set = { ...said, state, role, updated_at: at }
	const { taken: released, account, ...others } = parts
	// No limit keeps a directory from putting somebody out.
	const isLimited = state === 'active' || Boolean(account)
	await write(
		c,
		{
			isAsRead: ensure(c, isAsRead(client)),
			isFree: isNamed && ensure(c, isFree),
			hasRoom: isLimited && ensureRoom(c, client, user_id),
			released,
			account,
			// Before the parts: what the client says now counts for them.
			noted: c.var.db
				.insert(scimUsers)
				.values({ connection_id: client.id, user_id, ...set, created_at: at })
				.onConflictDoUpdate({ target: [scimUsers.connection_id, scimUsers.user_id], set }),
			named: c.var.db
				.update(scimUsers)
				.set({ user_name_caseless: inOneCase(said.user_name) })
				.where(and(isRow(client, user_id), isNamed ? undefined : isUnclaimed(client, user_id, said.user_name))),
			...others,
		},
		{
			audit: {
				action:
					`scim_users.${state === 'active' ? 'activate' : state === 'inactive' ? 'deactivate' : 'delete'}` as const,
				target: scimUsers,
				target_id: user_id,
				where: isRow(client, user_id),
				org_id: client.org_id,
			},
			response: { none: 'A SCIM client reads the user again' },
			duplicate: alreadyThere,
			otherwise: async () => {
				await requireAsRead(c, client)
				return (
					(isNamed && !(await isSo(c, isFree)) ? alreadyThere() : undefined) ??
					(isLimited ? await refusalWithoutRoom(c, client, user_id) : undefined) ??
					(await refusal?.()) ??
					notFound('User')
				)
			},
		},
	)
	forgetPrincipals(c)
}

/** Whether the name is nobody else's, for a person who keeps theirs: a name that they share stops no change. */
const isUnclaimed = ({ id }: Client, user_id: string, user_name: string) =>
	sql`(${scimUsers.user_name_caseless} IS NULL
		AND NOT EXISTS (SELECT 1 FROM scim_users o WHERE o.connection_id = ${id} AND o.state <> 'deleted' AND o.user_name_caseless = ${inOneCase(user_name)})
		AND NOT EXISTS (SELECT 1 FROM name_claims c WHERE c.field = 'user_name' AND c.connection_id = ${id} AND c.name = ${inOneCase(user_name)}))`

const isSo = async ({ var: { db } }: Context<App>, condition: SQL) =>
	(await db.get<{ so: number }>(sql`SELECT ${condition} AS so`)).so === 1

const alreadyThere = () => taken('There is such a user already', 'userName', { scimType: 'uniqueness' })

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
	const isNamed = said.user_name !== person.user_name
	const isSame = said.user_name === person.user_name && said.external_id === person.external_id
	const active = wanted.active ?? was
	// Somebody else may have let them in again meanwhile, but a sign-in through the connection waits for the client's word.
	const isHeard = wanted.active !== true || person.state === null || person.state === 'active'
	if (active === was && isHeard && isSame) return person
	const isLeaving = active !== was && !active && isSame
	if (!isLeaving) requireWhole(client)
	if (isLeaving && isBeyond(client, person)) throw await refusedTo(c, client, person)
	const step: Step =
		active === was && isHeard
			? { state: was ? 'active' : (person.state ?? 'active'), role: directoryRole(person), parts: {} }
			: active
				? { state: 'active', ...coming(c, client, person) }
				: { state: 'inactive', ...leaving(c, client, person) }
	const readdressed = said.user_name === person.user_name ? [] : await readdress(c, client, person, said.user_name)
	await take(c, client, user_id, { ...said, isNamed }, { ...step, parts: { readdressed, ...step.parts } })
	return readPerson(c, client, user_id)
}

/**
 * The statements for a new `userName`, if it's an address that the client's connection speaks for: whoever has it unverified loses it,
 * and an account that had the name of before as its address gets it.
 */
async function readdress(c: Context<App>, client: Client, person: Person, user_name: string) {
	const { db } = c.var
	const { user_id } = person
	const address = plainAddress(user_name)
	const isOwn = person.address !== null && inOneCase(person.address) === inOneCase(person.user_name)
	if (address === undefined) return []
	const isProved = sql<number>`${isInDomain(client, sql`${address}`)}`.as('is_proved')
	const [[proof], [holder]] = await db.batch([
		db
			.select({ isProved })
			.from(sql`(SELECT 1)`)
			.limit(1),
		unverifiedHolderOf(db, address),
	])
	if (proof?.isProved !== 1) return []
	const isFree = sql`NOT ${isTaken('email', address, user_id)}`
	const moved = allOf(eq(users.id, user_id), isFree)
	const when = sql`u.email IS NOT ${address} AND ${isFree}`
	return [
		...takeAddress(c, address, holder?.user_id === user_id ? undefined : holder),
		...(isOwn
			? [
					notifyUser(db, { user_id, org_id: null, code: 'email_changed', when }),
					db
						.update(users)
						.set({ email: address, ...VOUCHED, reached_at: sql`coalesce(${users.reached_at}, ${now()})` })
						.where(moved),
					...renamed(db, user_id, { email: address }, sql`${users.email} = ${address}`),
				]
			: []),
	]
}

/** Ends somebody's access, and forgets them. Throws 404, 409 for the last owner. */
export async function removePerson(c: Context<App>, client: Client, user_id: string): Promise<void> {
	const person = await readPerson(c, client, user_id)
	if (isBeyond(client, person)) throw await refusedTo(c, client, person)
	const { user_name, external_id } = person
	await take(
		c,
		client,
		user_id,
		{ user_name, external_id, isNamed: false },
		{ state: 'deleted', ...leaving(c, client, person) },
	)
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
	requireWhole(client)
	requireConfirmed(client)
	const found = await newAccount(c, client, input)
	const { known } = found
	const isShown = known?.state === 'active' || known?.state === 'inactive'
	if (known && (isShown || known.role !== null)) throw alreadyThere()
	if (known && client.org_id === null && known.state === null) throw alreadyThere()
	const user_id = known?.user_id ?? newId('usr')
	const said = { user_name: input.userName, external_id: input.externalId ?? null, isNamed: true }
	const account = known ? undefined : found.account(user_id)
	const active = input.active ?? true
	const step = active
		? coming(c, client, {
				user_id,
				state: known?.state ?? null,
				role: null,
				given_role: null,
				role_before: null,
				may_give: found.may_give,
			})
		: known
			? leaving(c, client, {
					user_id,
					role: null,
					given_role: null,
					role_before: null,
					user_name: input.userName,
					address: null,
				})
			: { role: null, parts: {} }
	await take(c, client, user_id, said, {
		...step,
		state: active ? 'active' : 'inactive',
		parts: {
			taken: found.taken,
			account,
			suspended:
				!active &&
				!known &&
				client.org_id === null &&
				c.var.db.update(users).set({ status: 'suspended' }).where(eq(users.id, user_id)),
			...step.parts,
		},
	})
	return readPerson(c, client, user_id)
}
