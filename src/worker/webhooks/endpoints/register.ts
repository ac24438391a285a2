import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { putSecret, seal } from '../../ground/secrets/vault.ts'
import { ensure } from '../../ground/write/guards.ts'
import { roomForEndpoints } from './configured.ts'
import { placeOf } from './keys.ts'
import type { CreateWebhookEndpoint } from './schema.ts'
import { newSigningKey } from './sign.ts'
import { webhookEndpoints } from './table.ts'

/**
 * The statements that register an endpoint with a new signing key, and the answer that shows it. They refuse the batch when
 * the org has as many as it may.
 */
export async function registration(
	c: WorkContext,
	org_id: string,
	{ url, events, secret }: z.infer<typeof CreateWebhookEndpoint>,
) {
	const { db } = c.var
	const id = newId('whe')
	const { private_key, public_key } = await newSigningKey(c)
	const row = { id, org_id, url, events, public_key, has_secret: Boolean(secret), created_at: now() }
	const statements = {
		room: ensure(c, roomForEndpoints.holds(org_id, sql`1`)),
		endpoint: db.insert(webhookEndpoints).values(row),
		signing_key: putSecret(db, await seal(c.env, placeOf(id, 'signing_key'), private_key)),
		secret: secret && putSecret(db, await seal(c.env, placeOf(id, 'secret'), secret)),
	}
	const response = {
		...row,
		enabled: true,
		disabled_reason: null,
		previous_public_key: null,
		previous_key_until: null,
		success_rate: null,
		last_failure: null,
	}
	return { statements, response }
}
