import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { commit } from '../../write/commit.ts'
import { fromNow, newId, now } from '../../db/columns.ts'
import { jsonObject } from '../../db/state.ts'
import { WEBHOOK_URL } from '../deliveries/attempt.ts'
import type { Database } from '../../db/database.ts'
import { newSigningKey } from './sign.ts'
import type { App } from '../../context.ts'
import { body, query, returns } from '../../http/contract.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { Ok } from '../../http/fields.ts'
import { taggedJson } from '../../http/etag.ts'
import { openPage, PageQuery } from '../../http/page.ts'
import { requireCallable } from '../../outbound/input.ts'
import { deleteSecretsOf, putSecret, seal } from '../../secrets/vault.ts'
import { wake } from './wake.ts'
import { OVERLAP_MS, placeOf, retire } from './keys.ts'
import { endpointOf } from './live.ts'
import { CreateWebhookEndpoint, UpdateWebhookEndpoint, WebhookEndpoint } from './schema.ts'
import { webhookEndpoints } from './table.ts'
import { requires, signedIn } from '../../http/access.ts'
import { ensure, ensureChanged } from '../../write/guards.ts'

const MAX_ENDPOINTS = 100

const { id, org_id: owner, deleted_at, ...columns } = getTableColumns(webhookEndpoints)

const shown = {
	id,
	org_id: owner,
	url: columns.url,
	events: columns.events,
	enabled: columns.enabled,
	disabled_reason: columns.disabled_reason,
	public_key: columns.public_key,
	previous_public_key: columns.previous_public_key,
	previous_key_until: columns.previous_key_until,
	has_secret: columns.has_secret,
	success_rate: sql<number | null>`success_count * 1.0 / nullif(attempt_count, 0)`.as('success_rate'),
	last_failure: columns.last_failure,
	created_at: columns.created_at,
}

const { success_rate: _rate, last_failure: _failure, ...audited } = shown

const auditOf = (verb: string, target_id: string, where: SQL, org_id: string) => ({
	action: `webhook_endpoints.${verb}`,
	target: webhookEndpoints,
	target_id,
	state: sql`(SELECT ${jsonObject(audited)} FROM ${webhookEndpoints} WHERE ${where})`,
	org_id,
})

export const webhookEndpointRoutes = new Hono<App>()

webhookEndpointRoutes.post(
	'/',
	requires('org.settings'),
	body(CreateWebhookEndpoint),
	returns(201, WebhookEndpoint, 'Register a webhook endpoint'),
	async (c) => {
		const { url, events, secret } = c.req.valid('json')
		requireCallable(c.env, 'url', url, WEBHOOK_URL)
		const { org_id } = c.var.principal
		const endpoint_id = newId('whe')
		const { private_key, public_key } = await newSigningKey()
		const row = { id: endpoint_id, org_id, url, events, public_key, has_secret: Boolean(secret), created_at: now() }
		const sealed = [
			await seal(c.env, placeOf(endpoint_id, 'signing_key'), private_key),
			...(secret ? [await seal(c.env, placeOf(endpoint_id, 'secret'), secret)] : []),
		]
		const answer = {
			...row,
			enabled: true,
			disabled_reason: null,
			previous_public_key: null,
			previous_key_until: null,
			success_rate: null,
			last_failure: null,
		}
		const isFull = sql`(SELECT count(*) FROM ${webhookEndpoints} WHERE ${and(eq(owner, org_id), isNull(deleted_at))}) >= ${MAX_ENDPOINTS}`
		await commit(
			c,
			[
				ensure(c, sql`NOT ${isFull}`),
				c.var.db.insert(webhookEndpoints).values(row),
				...sealed.map((secretRow) => putSecret(c.var.db, secretRow)),
			],
			{
				audit: auditOf('create', endpoint_id, eq(id, endpoint_id), org_id),
				answer: { status: 201, body: answer },
				otherwise: conflict(`An org has at most ${MAX_ENDPOINTS} endpoints`, { reason: 'webhook_endpoints.too_many' }),
			},
		)
		return c.json(answer, 201)
	},
)

webhookEndpointRoutes.get(
	'/',
	signedIn(),
	query(PageQuery),
	returns(200, z.array(WebhookEndpoint), 'List the webhook endpoints of your org'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select(shown)
			.from(webhookEndpoints)
			.where(and(eq(owner, c.var.principal.org_id), isNull(deleted_at), page.before(id)))
			.orderBy(desc(id))
			.limit(page.limit)
		return c.json(page.close(rows, (row) => row.id))
	},
)

webhookEndpointRoutes.get(
	'/:endpoint_id',
	signedIn(),
	returns(200, WebhookEndpoint, 'Read a webhook endpoint, its public key and how it does'),
	async (c) => {
		const where = endpointOf(c.var.principal.org_id, c.req.param('endpoint_id'))
		const [endpoint] = await c.var.db.select(shown).from(webhookEndpoints).where(where).limit(1)
		if (!endpoint) throw notFound('Webhook endpoint')
		return taggedJson(c, endpoint)
	},
)

webhookEndpointRoutes.patch(
	'/:endpoint_id',
	requires('org.settings'),
	body(UpdateWebhookEndpoint),
	returns(200, WebhookEndpoint, 'Change, enable or disable a webhook endpoint'),
	async (c) => {
		const endpoint_id = c.req.param('endpoint_id')
		const { org_id } = c.var.principal
		const { secret, ...fields } = c.req.valid('json')
		if (fields.url !== undefined) requireCallable(c.env, 'url', fields.url, WEBHOOK_URL)
		const where = endpointOf(org_id, endpoint_id)
		const newSecret = secret === undefined ? [] : await retire(c, c.env, endpoint_id, 'secret', secret)
		const secretFields =
			secret === undefined ? {} : { has_secret: secret !== null, previous_secret_until: fromNow(OVERLAP_MS) }
		// Whoever enables it takes it for mended.
		const mended = fields.enabled === true ? { disabled_reason: null, failing_since: null } : {}
		const update = c.var.db
			.update(webhookEndpoints)
			.set({ id: endpoint_id, ...fields, ...mended, ...secretFields })
			.where(where)
		const read = c.var.db.select(shown).from(webhookEndpoints).where(where).limit(1)
		const results = await commit(c, [update, ensureChanged(c), read, ...newSecret], {
			audit: auditOf('update', endpoint_id, where, org_id),
			otherwise: () => whyNot(c.var.db, where),
		})
		if (fields.enabled === true) c.executionCtx.waitUntil(wake(c.env, [endpoint_id]))
		return c.json(results[2][0])
	},
)

webhookEndpointRoutes.post(
	'/:endpoint_id/rotate-key',
	requires('org.settings'),
	returns(200, WebhookEndpoint, 'Sign with a new key; the one before signs for 24 hours more'),
	async (c) => {
		const endpoint_id = c.req.param('endpoint_id')
		const { org_id } = c.var.principal
		const where = endpointOf(org_id, endpoint_id)
		const { private_key, public_key } = await newSigningKey()
		const newKey = await retire(c, c.env, endpoint_id, 'signing_key', private_key)
		const previous_key_until = fromNow(OVERLAP_MS)
		const update = c.var.db
			.update(webhookEndpoints)
			.set({ previous_public_key: sql`public_key`, public_key, previous_key_until })
			.where(where)
		const read = c.var.db.select(shown).from(webhookEndpoints).where(where).limit(1)
		const asJson = sql`(SELECT json_set(${jsonObject(audited)}, '$.success_rate', success_count * 1.0 / nullif(attempt_count, 0),
			'$.last_failure', json(last_failure)) FROM ${webhookEndpoints} WHERE ${where})`
		const results = await commit(c, [update, ensureChanged(c), read, ...newKey], {
			audit: auditOf('rotate_key', endpoint_id, where, org_id),
			answer: { status: 200, body: asJson },
			otherwise: () => whyNot(c.var.db, where),
		})
		return c.json(results[2][0])
	},
)

webhookEndpointRoutes.delete(
	'/:endpoint_id',
	requires('org.settings'),
	returns(200, Ok, 'Delete a webhook endpoint: nothing is sent to it any more'),
	async (c) => {
		const endpoint_id = c.req.param('endpoint_id')
		const { org_id } = c.var.principal
		const where = endpointOf(org_id, endpoint_id)
		const remove = c.var.db.update(webhookEndpoints).set({ deleted_at: now(), enabled: false }).where(where)
		await commit(c, [remove, ensureChanged(c), deleteSecretsOf(c.var.db, 'webhook_endpoints', endpoint_id)], {
			audit: auditOf('delete', endpoint_id, where, org_id),
			otherwise: notFound('Webhook endpoint'),
		})
		return c.json({ ok: true as const })
	},
)

async function whyNot(db: Database['reader'], where: SQL) {
	const [endpoint] = await db.select({ id }).from(webhookEndpoints).where(where).limit(1)
	if (!endpoint) return notFound('Webhook endpoint')
	return conflict('The secrets of this endpoint have just changed: try again', { reason: 'webhook_endpoints.changed' })
}
