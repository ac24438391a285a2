import { eq, isNull, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../db/columns.ts'
import { allOf, countOf } from '../../db/state.ts'
import { conflict } from '../../http/errors.ts'
import { putSecret, seal } from '../../secrets/vault.ts'
import { ensure } from '../../write/guards.ts'
import { placeOf } from './keys.ts'
import type { CreateWebhookEndpoint } from './schema.ts'
import { newSigningKey } from './sign.ts'
import { webhookEndpoints } from './table.ts'

/** Endpoints that an org may have. Each takes part in every event of its org, so their number bounds what an event costs. */
export const MAX_ENDPOINTS = 100

/** Whether the org may have one more endpoint, as an expression. */
export const hasRoom = (org_id: string) =>
	sql`${countOf(webhookEndpoints, allOf(eq(webhookEndpoints.org_id, org_id), isNull(webhookEndpoints.deleted_at)))} < ${MAX_ENDPOINTS}`

/** The 409 when it may not. */
export const tooManyEndpoints = () =>
	conflict(`An org can have at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`, {
		reason: 'webhook_endpoints.too_many',
	})

/**
 * The statements that register an endpoint with a new signing key, and the answer that shows it. They refuse the batch when
 * the org has `MAX_ENDPOINTS` already.
 */
export async function registration(
	c: WorkContext,
	org_id: string,
	{ url, events, secret }: z.infer<typeof CreateWebhookEndpoint>,
) {
	const { db } = c.var
	const id = newId('whe')
	const { private_key, public_key } = await newSigningKey()
	const row = { id, org_id, url, events, public_key, has_secret: Boolean(secret), created_at: now() }
	const statements = {
		room: ensure(c, hasRoom(org_id)),
		endpoint: db.insert(webhookEndpoints).values(row),
		signing_key: putSecret(db, await seal(c.env, placeOf(id, 'signing_key'), private_key)),
		secret: secret && putSecret(db, await seal(c.env, placeOf(id, 'secret'), secret)),
	}
	const answer = {
		...row,
		enabled: true,
		disabled_reason: null,
		previous_public_key: null,
		previous_key_until: null,
		success_rate: null,
		last_failure: null,
	}
	return { statements, answer }
}
