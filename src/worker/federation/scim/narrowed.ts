import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App, WorkContext } from '../../context.ts'
import { DAY_MS, happenedWithin, now, PLATFORM } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { type ApiError, forbidden } from '../../ground/http/errors.ts'
import { eachOf } from '../../ground/write/each.ts'
import { ensure } from '../../ground/write/guards.ts'
import { nextRows, type Place } from '../../ground/write/place.ts'
import { write } from '../../ground/write/write.ts'
import { notifyUsers } from '../../messages/notices/notify.ts'
import { json } from '../../messages/notices/text.ts'
import { decideFor } from '../../people/leaving/tell.ts'
import { scimTokens } from '../../sign-in/identities/table.ts'
import { holdsRole } from '../../tenancy/users/platform-roles.ts'
import { scimTokenEnds } from '../oidc-connections/columns.ts'
import type { Client } from './client.ts'
import type { Person } from './people.ts'

// A token whose maker may make none any longer. A person who left may have kept it, and could put everybody out with it. Ending it at once
// would let the next leaver stay in.

/** The connection of a token `t`, as `said` of a notice. */
const said = (connection_id: string) =>
	sql`(SELECT coalesce(o.org_id, ${PLATFORM}) AS org_id, o.name, substr(${scimTokenEnds}, 1, 10) AS ends,
		(SELECT json_group_array(n.username) FROM json_each(t.refused) e JOIN users n ON n.id = e.value) AS refused
		FROM scim_tokens t JOIN oidc_connections o ON o.id = t.connection_id WHERE t.connection_id = ${connection_id})`

const toOrg = sql`nullif(said.org_id, ${PLATFORM})`

const token = { connection: sql`said.name`, refused: json(sql`said.refused`) }

/** Throws the 403 of a narrowed token for a call that doesn't only deactivate or delete somebody. */
export function requireWhole({ narrowed_at }: Client): void {
	if (narrowed_at !== null) throw forbidden('scim.narrowed')
}

/** Whether a narrowed token may not put somebody out, because the directory didn't make them. */
export const isBeyond = ({ narrowed_at }: Client, { state }: Pick<Person, 'state'>) =>
	narrowed_at !== null && state !== 'active'

/**
 * The guard of a narrowed token's batch: a person whom it puts out is a plain member by the directory's word alone, and on the platform
 * decides about nobody else. `isThem` says of a user whether it's the person.
 */
export function ensurePlain(c: WorkContext, { org_id, narrowed_at }: Client, isThem: (user: SQL) => SQL) {
	if (narrowed_at === null) return undefined
	if (org_id !== null)
		return ensure(
			c,
			sql`NOT EXISTS (SELECT 1 FROM memberships m WHERE m.org_id = ${org_id} AND ${isThem(sql`m.user_id`)}
				AND (m.role <> 'member' OR m.given_role IS NOT NULL))`,
		)
	return ensure(
		c,
		sql`NOT EXISTS (SELECT 1 FROM users u WHERE ${isThem(sql`u.id`)} AND (${holdsRole(sql`u.id`)}
			OR EXISTS (SELECT 1 FROM memberships m JOIN orgs g ON g.id = m.org_id AND g.deleted_at IS NULL
				WHERE m.user_id = u.id AND m.role <> 'member' AND g.member_count > 1)))`,
	)
}

/** Notifies the people who decide that a narrowed token was refused to deactivate somebody, once for each person, and returns the 403. */
export async function refusedTo(
	c: Context<App>,
	{ id }: Client,
	{ user_id }: Pick<Person, 'user_id'>,
): Promise<ApiError> {
	const { db } = c.var
	const isOf = eq(scimTokens.connection_id, id)
	const isNew = sql`NOT EXISTS (SELECT 1 FROM scim_tokens t, json_each(t.refused) e WHERE t.connection_id = ${id} AND e.value = ${user_id})`
	const told = notifyUsers(
		db,
		{
			org_id: toOrg,
			code: 'deactivation_refused',
			values: { user: sql`(SELECT n.username FROM users n WHERE n.id = ${user_id})`, connection: token.connection },
			about: { user_id, connection_id: id },
			said: said(id),
			when: isNew,
		},
		decideFor,
	)
	const noted = db
		.update(scimTokens)
		.set({ refused: sql`json_insert(coalesce(${scimTokens.refused}, '[]'), '$[#]', ${user_id})` })
		.where(allOf(isOf, isNew))
	await write(c, { told, noted }, { response: { none: 'It notes a refusal' } })
	return forbidden('scim.narrowed')
}

const TOKENS = 20

/** The job: notifies the people who decide of each narrowed token every day, until it ends. Returns whether it left work. */
export async function remindOfNarrowed(c: WorkContext, place: Place): Promise<boolean> {
	const { db } = c.var
	const key = scimTokens.connection_id
	const isOver = sql`(SELECT ${scimTokenEnds} <= ${now()} FROM scim_tokens t WHERE t.connection_id = ${scimTokens.connection_id})`
	const isDue = allOf(
		isNotNull(scimTokens.narrowed_at),
		sql`(NOT coalesce(${happenedWithin(scimTokens.told_at, DAY_MS)}, 0) OR ${isOver})`,
	)
	const due = await nextRows(c, place, [key], TOKENS, (isNext) =>
		db
			.select({
				connection_id: key,
				is_over: sql<number>`${isOver}`.as('is_over'),
				org_id: sql<string | null>`(SELECT o.org_id FROM oidc_connections o WHERE o.id = ${key})`.as('org_id'),
			})
			.from(scimTokens)
			.where(and(isDue, isNext)),
	)
	const remind = async ({ connection_id, is_over, org_id }: (typeof due)[number]) => {
		const isIt = allOf(eq(scimTokens.connection_id, connection_id), isNotNull(scimTokens.narrowed_at))
		const told = notifyUsers(
			db,
			{
				org_id: toOrg,
				...(is_over === 1
					? { code: 'scim_token_ended', values: token }
					: { code: 'scim_token_ending', values: { ...token, ends_on: sql`said.ends` } }),
				about: { connection_id },
				said: said(connection_id),
			},
			decideFor,
		)
		if (is_over === 0) await write(c, { told, noted: db.update(scimTokens).set({ told_at: now() }).where(isIt) })
		else
			await write(
				c,
				{ told, ended: db.delete(scimTokens).where(isIt) },
				{ audit: { action: 'scim_tokens.end', target: scimTokens, target_id: connection_id, where: isIt, org_id } },
			)
	}
	await eachOf(c, due, 'connection_id', remind)
	return due.length === TOKENS
}
