import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedIn, Variables } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { holdsInBatch, replayStored } from '../../ground/http/access.ts'
import { existing } from '../../ground/http/errors.ts'
import type { openPage } from '../../ground/http/page.ts'
import { type Revertible, writersOf } from '../../ground/write/configured.ts'
import { auditStates } from '../../ground/write/table.ts'
import type { Permission, Principal } from '../../principal.ts'
import { callerIn, isOrgOpen, membershipOf } from '../../tenancy/orgs/access.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { holdsEverywhere, permissionsOf } from '../../tenancy/principals/permissions.ts'
import { TABLES } from '../kinds.ts'
import { WHOLE } from '../reverts/reverter.ts'
import { STATUSES, unconfirmedChanges } from '../reverts/table.ts'
import { changeColumns } from './book.ts'

const { id, audit_id, maker_user_id, org_id, status, target_type } = unconfirmedChanges

type Status = (typeof STATUSES)[number]

/** Whether the credential acts in every org of its user, and not only in its own. */
const isEverywhere = (principal: Principal) => principal.kind === 'user' && !principal.is_confined

/**
 * The queries for a page of the changes that a caller sees, newest first: those they made, and with `org.settings` all of their org's.
 * An API key, and a session through an org's connection, only see those of its org. Each query reads an index in its order, so what
 * others leave behind costs nothing.
 */
export function selectVisible(
	db: Database['reader'],
	principal: Principal,
	{ wanted, page }: { wanted: Status | undefined; page: ReturnType<typeof openPage> },
) {
	const { permissions, org_id: own } = principal
	const select = (...of: (SQL | undefined)[]) =>
		db
			.select(changeColumns)
			.from(unconfirmedChanges)
			.where(and(...of, page.before(id)))
			.orderBy(desc(id))
			.limit(page.limit)
	if (permissions.has('platform.read')) return [select(wanted && eq(status, wanted))] as const
	const isMakers = eq(maker_user_id, actorOf(principal))
	const isOfOrg = eq(org_id, own)
	const isFurther = isEverywhere(principal) || principal.kind === 'service'
	const reached = [
		...(permissions.has('org.settings') ? [isOfOrg] : []),
		...(isFurther ? [isMakers] : permissions.has('org.settings') ? [] : [and(isMakers, isOfOrg)]),
	]
	const queries = reached.flatMap((of) => (wanted ? [wanted] : STATUSES).map((one) => select(of, eq(status, one))))
	// `reached` has one at least.
	return queries as [ReturnType<typeof select>, ...ReturnType<typeof select>[]]
}

/** Those with these permissions can't make a change that touches one of these tables. It's 0 if they can make none at all. */
function within(may: (kind: Revertible) => boolean, mayWhole: boolean): SQL {
	const beyond = [...TABLES].flatMap(([name, { kind }]) => (may(kind) ? [] : [name]))
	if (beyond.length === TABLES.size) return sql`0`
	// One variable for the whole list: a statement has room for a hundred, and this is in it many times.
	const isBeyond = sql`${auditStates.table_name} IN (SELECT b.value FROM json_each(${JSON.stringify(beyond)}) AS b)`
	const touches = and(eq(auditStates.audit_id, audit_id), isBeyond)
	const isPart = mayWhole ? sql`1` : ne(target_type, WHOLE)
	return sql`(${isPart} AND NOT EXISTS (SELECT 1 FROM ${auditStates} WHERE ${touches}))`
}

const OF_MANAGERS = permissionsOf('admin', [])

/**
 * Who may confirm a change or end it early: anyone who could make it now, with this credential. That goes for its maker too: with fewer
 * scopes, or without the right, they only see it.
 */
export function decidedBy(principal: Principal): SQL {
	const { permissions, org_id: own } = principal
	if (permissions.has('platform_admin')) return sql`1`
	const isOwners =
		principal.kind === 'user'
			? sql`(${eq(maker_user_id, principal.user_id)} AND EXISTS (SELECT 1 FROM memberships w
				WHERE w.org_id = ${org_id} AND w.user_id = ${principal.user_id} AND w.role = 'owner'))`
			: sql`0`
	const inOrg = (held: ReadonlySet<Permission>) => {
		const isWhole = held.has('org.settings') && held.has('data.secrets')
		const may = (kind: Revertible) => writersOf(kind, own).some((one) => held.has(one))
		// What only platform admins change for others, such as a demand of sign-ins, was made by an owner in person.
		const mayOwner = (kind: Revertible) => may(kind) || writersOf(kind, own)[0] === 'platform_admin'
		return sql`iif(${isOwners}, ${within(mayOwner, isWhole)}, ${within(may, isWhole)})`
	}
	const asOperator = (owner: string) => within((kind) => holdsEverywhere(principal, writersOf(kind, owner)), false)
	const managed = sql`${org_id} IN (SELECT m.org_id FROM memberships m WHERE m.user_id = ${actorOf(principal)} AND m.role <> 'member')`
	const elsewhere = isEverywhere(principal) ? sql`WHEN ${managed} THEN ${inOrg(OF_MANAGERS)}` : sql``
	return sql`CASE WHEN ${org_id} IS NULL THEN ${asOperator(PLATFORM)} WHEN ${eq(org_id, own)} THEN ${inOrg(permissions)} ${elsewhere} ELSE ${asOperator(own)} END`
}

interface Caller {
	var: Pick<Variables, 'db'> & { principal: Principal }
}

/** The change, if the caller decides it. */
export async function selectDecided({ var: { db, principal } }: Caller, change_id: string) {
	const where = and(eq(id, change_id), decidedBy(principal), isOrgOpen(org_id))
	const [change] = await db.select(changeColumns).from(unconfirmedChanges).where(where).limit(1)
	return change
}

/**
 * The change that the caller is about to decide. Replays a stored response. Throws 404, and 403 for a change of another org that they
 * manage and can't enter now, by its IP rules or by what it demands of a sign-in.
 */
export async function decidable(c: Context<SignedIn>, change_id: string) {
	holdsInBatch(c)
	const change = existing(await selectDecided(c, change_id), 'Unconfirmed change')
	const { principal } = c.var
	const { org_id: of } = change
	const isMembers = isEverywhere(principal) && !holdsEverywhere(principal, ['org.settings'])
	if (isMembers && of !== null && of !== principal.org_id) await enter(c, of)
	await replayStored(c)
	return change
}

/** Lets a member who manages an org into it. An operator who is no member, or no manager, decides as an operator. */
async function enter(c: Context<SignedIn>, org_id: string) {
	const { db, principal } = c.var
	const [managed] = await db
		.select({ role: memberships.role })
		.from(memberships)
		.where(and(membershipOf(org_id, actorOf(principal)), ne(memberships.role, 'member')))
		.limit(1)
	if (managed) await callerIn(c, org_id, ['org.settings'])
}
