import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { allOf, countOf } from '../../ground/db/state.ts'
import { mayAsk, signedInUser, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { conflict, withoutPermission } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { ensure, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { notifyUser } from '../../messages/notices/notify.ts'
import { ensureWithinLimit, limitReached } from '../../plans/entitlements/limits.ts'
import { isOrgOpen, membershipOf } from '../../tenancy/orgs/access.ts'
import { refusalOfUnmet, unmetBy } from '../../tenancy/orgs/demands.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { hashOf, newLongLived } from '../auth/tokens.ts'
import { madeThrough } from './connected.ts'
import { deleteKey, keyColumns, keyOf, keysOf, ownKeys, readKey, rotatable } from './keys.ts'
import { changeMode } from './mode.ts'
import { rotateKey } from './rotate.ts'
import { ApiKey, CreateApiKey, CreatedApiKey, RotatedApiKey, RotateKey, UpdateKey } from './schema.ts'
import { apiKeys } from './table.ts'

export const apiKeyRoutes = routes()

apiKeyRoutes.post(
	'/',
	signedInUser(),
	stepUp(),
	body(CreateApiKey),
	returns(201, CreatedApiKey, 'Create an API key'),
	refuses('limit.reached', 'api_keys.not_a_member'),
	async (c) => {
		const { user_id, org_id, permissions, connection_id } = c.var.principal
		const { scopes, ...wanted } = c.req.valid('json')
		const missing = scopes.find((scope) => !permissions.has(scope))
		if (missing) throw withoutPermission(missing)
		const key = newLongLived('api_key', c)
		const record = {
			id: newId('key'),
			org_id,
			user_id,
			...wanted,
			key_prefix: key.slice(0, 7),
			scopes: [...new Set(scopes)],
			last_used_at: null,
			connection_id,
			created_at: now(),
			replaced_by: null,
		}
		const limit = { org_id, key: 'limit.api_keys' } as const
		// A rotated key ends by itself, and the key that it was rotated to counts.
		const own = allOf(eq(apiKeys.user_id, user_id), eq(apiKeys.org_id, org_id), isNull(apiKeys.replaced_by))
		await write(
			c,
			{
				isMember: ensureExists(c, memberships, membershipOf(org_id, user_id)),
				withinLimit: ensureWithinLimit(c, { ...limit, count: countOf(apiKeys, own) }),
				insert: c.var.db
					.insert(apiKeys)
					.values({ ...record, ...madeThrough(connection_id), key_hash: hashOf(key), has_checksum: true }),
				told: notifyUser(c.var.db, {
					user_id,
					org_id,
					code: 'api_key_created',
					values: { name: record.name },
					about: { api_key_id: record.id },
				}),
			},
			{
				audit: { action: 'api_keys.create', target: apiKeys, target_id: record.id, org_id, isNew: true },
				response: { status: 201, body: record },
				otherwise: () => creationRefusal(c, limit, user_id),
			},
		)
		return c.json({ ...record, key }, 201)
	},
)

apiKeyRoutes.get(
	'/',
	signedInUser(),
	query(PageQuery),
	returns(200, z.array(ApiKey), 'List your API keys'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select(keyColumns)
			.from(apiKeys)
			.where(and(keysOf(ownKeys(c.var.principal)), isOrgOpen(apiKeys.org_id), page.before(apiKeys.id)))
			.orderBy(desc(apiKeys.id))
			.limit(page.limit)
		return c.json(page.close(rows, ({ id }) => id))
	},
)

apiKeyRoutes.get('/:id', signedInUser(), returns(200, ApiKey, 'Read one of your API keys'), async (c) =>
	taggedJson(c, await readKey(c, ownKeys(c.var.principal), c.req.param('id'))),
)

apiKeyRoutes.patch(
	'/:id',
	signedInUser(),
	mayAsk('power'),
	body(UpdateKey),
	returns(200, ApiKey, 'Change the mode of an API key. A wider one takes a recent proof of who you are'),
	async (c) => {
		const { principal } = c.var
		const id = c.req.param('id')
		const keys = ownKeys(principal)
		const where = keyOf(keys, id)
		const org_id = orgOf(where)
		const mayWiden = allOf(rotatable(principal, id), sql`${unmetBy(principal.session_id, org_id)} IS NULL`)
		const read = () => readKey(c, keys, id)
		const refusal = () => refusalOfUnmet(c, principal.session_id, org_id)
		const change = { ...c.req.valid('json'), table: apiKeys, id, org_id, where, mayWiden, read, refusal }
		return changedJson(c, await changeMode(c, { ...change, select: selectKey(c) }))
	},
)

apiKeyRoutes.delete(
	'/:id',
	signedInUser(),
	stepUp(),
	returns(204, undefined, 'Delete an API key, effective immediately'),
	async (c) => {
		await deleteKey(c, ownKeys(c.var.principal), c.req.param('id'))
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)

apiKeyRoutes.post(
	'/:id/rotate',
	signedInUser(),
	stepUp(),
	body(RotateKey),
	returns(201, RotatedApiKey, 'Replace an API key by a new one; the old one stays valid for a while'),
	refuses('api_keys.rotated'),
	async (c) => {
		const id = c.req.param('id')
		const where = rotatable(c.var.principal, id)
		const { overlap_s } = c.req.valid('json')
		const select = selectKey(c)
		const org_id = orgOf(where)
		const { session_id, connection_id } = c.var.principal
		const guards = [ensure(c, sql`${unmetBy(session_id, org_id)} IS NULL`)]
		const refusal = () => refusalOfUnmet(c, session_id, org_id)
		const values = madeThrough(connection_id)
		const rotation = { table: apiKeys, prefix: 'key', id, where, org_id, overlap_s, values, select, guards, refusal }
		return c.json(await rotateKey(c, rotation), 201)
	},
)

const selectKey =
	({ var: { db } }: WorkContext) =>
	(key: SQL) =>
		db.select(keyColumns).from(apiKeys).where(key).limit(1)

const orgOf = (key: SQL) => sql`(SELECT ${apiKeys.org_id} FROM ${apiKeys} WHERE ${key})`

type Limit = Parameters<typeof limitReached>[1]

async function creationRefusal(c: WorkContext, limit: Limit, user_id: string) {
	const [member] = await c.var.db.select().from(memberships).where(membershipOf(limit.org_id, user_id)).limit(1)
	if (member) return limitReached(c, limit)
	return conflict('api_keys.not_a_member')
}
