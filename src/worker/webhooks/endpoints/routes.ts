import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { fromNow, now } from '../../ground/db/columns.ts'
import { allOf, noChange } from '../../ground/db/state.ts'
import { requires, signedIn, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { conflict, notFound } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { Ok } from '../../ground/http/fields.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { storedUrl } from '../../ground/outbound/input.ts'
import { DENIED } from '../../ground/outbound/refusals.ts'
import { isPurge, purged, PurgeQuery } from '../../ground/secrets/purge.ts'
import { deleteSecretsOf } from '../../ground/secrets/vault.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { endpointColumns, endpointJson, endpointOf, shownTo } from './columns.ts'
import { auditOf, roomForEndpoints } from './configured.ts'
import { OVERLAP_MS, replace } from './keys.ts'
import { registration } from './register.ts'
import { CreateWebhookEndpoint, RotateQuery, UpdateWebhookEndpoint, WEBHOOK_URL, WebhookEndpoint } from './schema.ts'
import { newSigningKey } from './sign.ts'
import { webhookEndpoints } from './table.ts'

const { id, org_id: owner, deleted_at } = webhookEndpoints

export const webhookEndpointRoutes = routes()

webhookEndpointRoutes.post(
	'/',
	requires('org.settings'),
	body(CreateWebhookEndpoint),
	returns(201, WebhookEndpoint, 'Register a webhook endpoint'),
	refuses('webhook_endpoints.too_many', ...DENIED),
	async (c) => {
		const given = c.req.valid('json')
		const input = { ...given, url: storedUrl(c.env, 'url', given.url, WEBHOOK_URL) }
		const { org_id } = c.var.principal
		const { statements, response } = await registration(c, org_id, input)
		await write(c, statements, {
			audit: auditOf('create', response.id, eq(id, response.id), org_id),
			response: { status: 201, body: response },
			otherwise: roomForEndpoints.refusal,
		})
		return c.json(response, 201)
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
			.select(endpointColumns)
			.from(webhookEndpoints)
			.where(and(eq(owner, c.var.principal.org_id), isNull(deleted_at), page.before(id)))
			.orderBy(desc(id))
			.limit(page.limit)
		return c.json(page.close(rows, (row) => row.id).map((row) => shownTo(c.var.principal, row)))
	},
)

webhookEndpointRoutes.get(
	'/:endpoint_id',
	signedIn(),
	returns(200, WebhookEndpoint, 'Read a webhook endpoint with its public key and delivery statistics'),
	async (c) => {
		const [endpoint] = await selectEndpoint(c, endpointOf(c.var.principal.org_id, c.req.param('endpoint_id')))
		if (!endpoint) throw notFound('Webhook endpoint')
		return taggedJson(c, shownTo(c.var.principal, endpoint))
	},
)

webhookEndpointRoutes.patch(
	'/:endpoint_id',
	requires('org.settings'),
	body(UpdateWebhookEndpoint),
	returns(200, WebhookEndpoint, 'Change, enable or disable a webhook endpoint'),
	refuses('webhook_endpoints.changed', 'secrets.key_missing', ...DENIED),
	async (c) => {
		const endpoint_id = c.req.param('endpoint_id')
		const { org_id } = c.var.principal
		const { secret, ...fields } = c.req.valid('json')
		if (fields.url !== undefined) fields.url = storedUrl(c.env, 'url', fields.url, WEBHOOK_URL)
		const where = endpointOf(org_id, endpoint_id)
		const replaced =
			secret === undefined ? undefined : await replace(c, { endpoint_id, column: 'secret', next: secret })
		const parts = {
			endpoint: c.var.db
				.update(webhookEndpoints)
				.set(changeOf(fields, replaced && secret))
				.where(where),
			found: ensureChanged(c),
			rows: selectEndpoint(c, where),
			secret: replaced,
		}
		const { rows } = await write(c, parts, {
			audit: auditOf('update', endpoint_id, where, org_id),
			otherwise: () => refusal(c, where),
		})
		return changedJson(c, rows[0])
	},
)

webhookEndpointRoutes.post(
	'/:endpoint_id/rotate-key',
	requires('org.settings'),
	query(RotateQuery),
	returns(200, WebhookEndpoint, 'Replace the signing key; the previous key signs for 24 more hours'),
	refuses('webhook_endpoints.changed', 'secrets.key_missing'),
	async (c) => {
		const endpoint_id = c.req.param('endpoint_id')
		const { org_id } = c.var.principal
		const where = endpointOf(org_id, endpoint_id)
		const isPurged = c.req.valid('query').purge === 'true'
		const same = new Error('The key was just rotated')
		const { private_key, public_key } = await newSigningKey(c)
		const keys = { previous_public_key: sql`public_key`, public_key, previous_key_until: fromNow(OVERLAP_MS) }
		const parts = {
			endpoint: c.var.db
				.update(webhookEndpoints)
				.set(keys)
				.where(isPurged ? where : allOf(where, isNotRotating())),
			found: ensureChanged(c),
			rows: selectEndpoint(c, where),
			signing_key: await replace(c, { endpoint_id, column: 'signing_key', next: private_key }),
		}
		const rotating = selectEndpoint(c, sql`${where} AND NOT ${isNotRotating()}`)
		try {
			const { rows } = await write(c, parts, {
				audit: auditOf('rotate_key', endpoint_id, where, org_id),
				response: { status: 200, body: endpointJson(where) },
				otherwise: async () => (!isPurged && (await rotating)[0] ? same : refusal(c, where)),
			})
			return c.json(rows[0])
		} catch (error) {
			if (error !== same) throw error
			return c.json((await rotating)[0])
		}
	},
)

webhookEndpointRoutes.delete(
	'/:endpoint_id',
	requires('org.settings'),
	query(PurgeQuery),
	stepUp('power', isPurge),
	returns(200, Ok, 'Delete a webhook endpoint; it receives no more events'),
	async (c) => {
		const endpoint_id = c.req.param('endpoint_id')
		const { org_id } = c.var.principal
		const where = endpointOf(org_id, endpoint_id)
		const parts = {
			endpoint: c.var.db.update(webhookEndpoints).set({ deleted_at: now(), enabled: false }).where(where),
			found: ensureChanged(c),
			secrets: deleteSecretsOf(c.var.db, 'webhook_endpoints', endpoint_id),
		}
		const purges = purged(c, c.req.valid('query'), { table: 'webhook_endpoints', row: endpoint_id })
		await write(c, parts, {
			audit: { ...auditOf('delete', endpoint_id, where, org_id), ...purges },
			otherwise: notFound('Webhook endpoint'),
		})
		return c.json({ ok: true as const })
	},
)

/**
 * Whether no earlier key signs beside the present one. A rotation within these 24 hours changes nothing: it's the same one, sent twice,
 * and another new key would end the one that receivers still have.
 */
const isNotRotating = () => sql`coalesce(${webhookEndpoints.previous_key_until}, '') <= ${now()}`

const selectEndpoint = ({ var: { db } }: Pick<WorkContext, 'var'>, where: SQL) =>
	db.select(endpointColumns).from(webhookEndpoints).where(where).limit(1)

type Fields = Omit<z.infer<typeof UpdateWebhookEndpoint>, 'secret'>

/** What a PATCH sets. Enabling an endpoint resets its failures: its owner says that it works again. */
const changeOf = (fields: Fields, secret: string | null | undefined) => ({
	...noChange(webhookEndpoints.public_key),
	...fields,
	...(fields.enabled === true && { disabled_reason: null, failing_since: null }),
	...(secret !== undefined && { has_secret: secret !== null, previous_secret_until: fromNow(OVERLAP_MS) }),
})

/** Why a change was refused: the endpoint doesn't exist, or another request replaced its secret or key in the meantime. */
async function refusal(c: Pick<WorkContext, 'var'>, where: SQL) {
	const [endpoint] = await c.var.db.select({ id }).from(webhookEndpoints).where(where).limit(1)
	if (!endpoint) return notFound('Webhook endpoint')
	return conflict('webhook_endpoints.changed')
}
