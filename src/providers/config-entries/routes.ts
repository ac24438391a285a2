import { eq } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { Hono } from 'hono'
import { commit } from '../../write/commit.ts'
import { now } from '../../db/columns.ts'
import type { App, WorkContext } from '../../context.ts'
import { body, returns } from '../../http/contract.ts'
import { notFound } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { deleteSecret, putSecret, seal } from '../../secrets/vault.ts'
import { changeGroup } from '../tool-providers/change.ts'
import { checked, groupOf, isWriteOnly } from './rules.ts'
import { ConfigEntry, PutConfigEntry } from './schema.ts'
import { configEntries } from './table.ts'
import { requires } from '../../http/access.ts'
import type { WriteOptions } from '../../write/write.ts'
import { ensureChanged } from '../../write/guards.ts'
import { PLATFORM } from '../../identity/orgs/table.ts'

export const configEntryRoutes = new Hono<App>()

configEntryRoutes.get(
	'/:key',
	requires('platform_admin'),
	returns(200, ConfigEntry, 'Read a configuration entry'),
	async (c) => {
		const { key, value } = configEntries
		const [entry] = await c.var.db
			.select({ key, value })
			.from(configEntries)
			.where(eq(key, c.req.param('key')))
			.limit(1)
		if (!entry) throw notFound('Configuration entry')
		return taggedJson(c, { ...entry, is_set: true })
	},
)

configEntryRoutes.put(
	'/:key',
	requires('platform_admin'),
	body(PutConfigEntry),
	returns(200, ConfigEntry, 'Set a configuration entry'),
	async (c) => {
		const key = c.req.param('key')
		const given = checked(c.env, key, c.req.valid('json').value)
		const value = isWriteOnly(key) ? null : given
		const updated_at = now()
		const put = c.var.db
			.insert(configEntries)
			.values({ key, value, updated_at })
			.onConflictDoUpdate({ target: configEntries.key, set: { value, updated_at } })
		const sealed = isWriteOnly(key) ? [putSecret(c.var.db, await seal(c.env, placeOf(key), given))] : []
		await write(c.env, c, key, [put, ...sealed], { audit: auditOf('put', key) })
		return c.json({ key, value, is_set: true })
	},
)

configEntryRoutes.delete(
	'/:key',
	requires('platform_admin'),
	returns(204, undefined, 'Delete a configuration entry'),
	async (c) => {
		const key = c.req.param('key')
		const remove = c.var.db.delete(configEntries).where(eq(configEntries.key, key))
		await write(c.env, c, key, [deleteSecret(c.var.db, placeOf(key)), remove, ensureChanged(c)], {
			audit: auditOf('delete', key),
			otherwise: notFound('Configuration entry'),
		})
		return c.body(null, 204)
	},
)

// A legacy tool entry is a change of its group, and goes the way of one.
async function write(env: Env, c: WorkContext, key: string, changes: BatchItem<'sqlite'>[], options: WriteOptions) {
	const group = groupOf(key)
	if (group) await changeGroup(env, c, PLATFORM, group, changes, options)
	else await commit(c, changes, options)
}

const placeOf = (key: string) => ({ table: 'config_entries', row: key, column: 'value' })

const auditOf = (verb: string, key: string) => ({
	action: `config_entries.${verb}`,
	target: configEntries,
	target_id: key,
	where: eq(configEntries.key, key),
})
