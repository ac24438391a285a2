import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow, now } from '../../ground/db/columns.ts'
import { eachOf } from '../../ground/write/each.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { keepPlace, type Place } from '../../ground/write/place.ts'
import { hasStatementBudget } from '../../ground/write/system.ts'
import { tryWrite } from '../../ground/write/write.ts'
import { toAnonymous } from '../../people/users/deletion.ts'
import { userErasures } from '../../people/users/table.ts'
import { scimUsers } from '../../sign-in/identities/table.ts'
import { holdsRole } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'

// People whom only a directory knew, and whom it deleted, aren't kept for nothing.

const KEPT_MS = 30 * DAY_MS
const PEOPLE = 20

const has = (table: string) => sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)} h WHERE h.user_id = ${users.id})`

/** Whether nobody but directories knew the row of `users`, and all of them deleted it before this time. */
const isForgettable = (before: string): SQL =>
	sql`(${users.status} <> 'deleted' AND ${users.last_login_at} IS NULL
		AND NOT ${has('passwords')} AND NOT ${has('passkeys')} AND NOT ${has('identities')} AND NOT ${has('memberships')} AND NOT ${holdsRole(users.id)}
		AND NOT EXISTS (SELECT 1 FROM scim_users o WHERE o.user_id = ${users.id} AND (o.state <> 'deleted' OR o.updated_at >= ${before})))`

/**
 * The job: forgets the people who never signed in and whom the directory deleted 30 days ago, as if their account had been deleted. The
 * word that they're out stays, with their name, or the next sign-in would make them a member. Walks them once a day. Returns whether it
 * left work.
 */
export async function forgetPeople(c: WorkContext, place: Place): Promise<boolean> {
	const before = fromNow(-KEPT_MS)
	let isBehind = true
	const forgettable = async function* () {
		for (let at = place.at; isBehind && hasStatementBudget(c);) {
			const page = await pageAfter(c, at === null ? ['', '', ''] : (JSON.parse(at) as string[]), before)
			yield* page.filter(({ is_forgettable }) => is_forgettable === 1)
			const last = page.length === PEOPLE ? page.at(-1) : undefined
			at = last ? JSON.stringify([last.updated_at, last.user_id, last.connection_id]) : null
			await keepPlace(c, place, at)
			isBehind = at !== null
		}
	}
	await eachOf(c, forgettable(), 'user_id', ({ user_id }) => forget(c, user_id, before))
	return isBehind
}

const pageAfter = ({ var: { db } }: WorkContext, after: string[], before: string) =>
	db
		.select({
			user_id: scimUsers.user_id,
			connection_id: scimUsers.connection_id,
			updated_at: scimUsers.updated_at,
			is_forgettable: sql<number>`${isForgettable(before)}`.as('is_forgettable'),
		})
		.from(scimUsers)
		.innerJoin(users, eq(users.id, scimUsers.user_id))
		.where(
			and(
				sql`${scimUsers.state} = 'deleted'`,
				isNull(scimUsers.forgotten_at),
				lt(scimUsers.updated_at, before),
				sql`(${scimUsers.updated_at}, ${scimUsers.user_id}, ${scimUsers.connection_id}) > (${sql.join(after, sql`, `)})`,
			),
		)
		.orderBy(scimUsers.updated_at, scimUsers.user_id, scimUsers.connection_id)
		.limit(PEOPLE)

/** One batch, unless somebody has come to know the person in the meantime. */
async function forget(c: WorkContext, user_id: string, before: string): Promise<void> {
	const { db } = c.var
	await tryWrite(
		c,
		{
			anonymise: db
				.update(users)
				.set(toAnonymous(user_id))
				.where(and(eq(users.id, user_id), isForgettable(before))),
			isThem: ensureChanged(c),
			erased: db.insert(userErasures).values({ user_id, org_ids: [], created_at: now() }),
			word: db
				.update(scimUsers)
				.set({ external_id: null, role: null, forgotten_at: now() })
				.where(eq(scimUsers.user_id, user_id)),
		},
		{ audit: { action: 'users.delete', target: users, target_id: user_id } },
	)
}
