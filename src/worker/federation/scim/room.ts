import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { allOf } from '../../ground/db/state.ts'
import type { ApiError } from '../../ground/http/errors.ts'
import type { Statements } from '../../ground/write/after-commit.ts'
import { ensure } from '../../ground/write/guards.ts'
import { isWithinLimit, limitReached } from '../../plans/entitlements/limits.ts'
import { oidcConnections, scimUsers } from '../../sign-in/identities/table.ts'
import type { Client } from './client.ts'

/** Whether the client has made a user known, or its org has room for one more. */
const hasRoom = (client: Client, org_id: string, user_id: string) => {
	const isKnown = allOf(eq(scimUsers.connection_id, client.id), eq(scimUsers.user_id, user_id))
	const count = sql`(SELECT total(o.people_count) FROM ${oidcConnections} o WHERE o.org_id = ${org_id})`
	return sql`(EXISTS (SELECT 1 FROM ${scimUsers} WHERE ${isKnown}) OR ${isWithinLimit({ org_id, key: 'limit.directory_people', count })})`
}

/** The guard of the limit on the people whom an org's directories make known. The platform's directory has none. */
export const ensureRoom = (c: Context<App>, client: Client, user_id: string): Statements =>
	client.org_id !== null && ensure(c, hasRoom(client, client.org_id, user_id))

/** The 409 of that limit; undefined if it isn't reached. */
export async function refusalWithoutRoom(
	c: Context<App>,
	client: Client,
	user_id: string,
): Promise<ApiError | undefined> {
	const { org_id } = client
	if (org_id === null) return undefined
	const { isIn } = await c.var.db.get<{ isIn: number }>(sql`SELECT ${hasRoom(client, org_id, user_id)} AS "isIn"`)
	return isIn === 1 ? undefined : limitReached(c, { org_id, key: 'limit.directory_people' })
}
