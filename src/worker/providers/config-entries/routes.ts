import { asc, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import { changing } from '../../ground/db/changing.ts'
import { now } from '../../ground/db/columns.ts'
import { configEntries, entryPlace } from '../../ground/db/table.ts'
import { requires, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing, invalid, notFound } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { DENIED } from '../../ground/outbound/refusals.ts'
import { isPurge, PurgeQuery, purged } from '../../ground/secrets/purge.ts'
import { secretsOf } from '../../ground/secrets/replaced.ts'
import { deleteSecret, putSecret, seal, isOther } from '../../ground/secrets/vault.ts'
import { ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import type { Stake } from '../../principal.ts'
import { isOpen } from '../../tenancy/orgs/access.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { stateWithoutValue } from './clear-values.ts'
import { configuredEntries, stakeOfEntry } from './configured.ts'
import { ALERTS_ORG, checked, isWriteOnly, misfitOfEntry, NO_ORG } from './rules.ts'
import { ConfigEntry, PutConfigEntry } from './schema.ts'

export const configEntryRoutes = routes()

configEntryRoutes.get(
	'/',
	requires('platform.read'),
	query(PageQuery),
	returns(200, z.array(ConfigEntry), 'List configuration entries by key'),
	async (c) => {
		const { key, value } = configEntries
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select({ key, value })
			.from(configEntries)
			.where(page.after(key))
			.orderBy(asc(key))
			.limit(page.limit)
		return c.json(page.close(rows, (row) => row.key).map(toEntry))
	},
)

configEntryRoutes.get(
	'/:key',
	requires('platform.read'),
	returns(200, ConfigEntry, 'Read a configuration entry'),
	async (c) => {
		const { key, value } = configEntries
		const [entry] = await c.var.db
			.select({ key, value })
			.from(configEntries)
			.where(eq(key, c.req.param('key')))
			.limit(1)
		return taggedJson(c, toEntry(existing(entry, 'Configuration entry')))
	},
)

const hasStake =
	(stake: Stake) =>
	(_: never, { req }: Pick<Context, 'req'>) =>
		stakeOfEntry(req.param('key') ?? '') === stake

configEntryRoutes.put(
	'/:key',
	requires('platform_admin'),
	body(PutConfigEntry),
	stepUp('power', hasStake('power')),
	stepUp('value', hasStake('value')),
	returns(200, ConfigEntry, 'Set a configuration entry'),
	refuses('sign_in.untried', ...DENIED),
	async (c) => {
		const key = c.req.param('key')
		const given = checked(c.env, key, c.req.valid('json').value)
		const misfit = misfitOfEntry(key, given)
		if (misfit) throw invalid([misfit])
		const value = isWriteOnly(key) ? null : given
		const updated_at = now()
		const sealed = isWriteOnly(key) ? await seal(c.env, entryPlace(key), given) : undefined
		const set = changing(configEntries, { value }, { updated_at }, ...(sealed ? [isOther(sealed)] : []))
		const stored = c.var.db
			.insert(configEntries)
			.values({ key, value, updated_at })
			.onConflictDoUpdate({ target: configEntries.key, set })
		const secret = sealed && putSecret(c.var.db, sealed)
		await write(
			c,
			{ named: key === ALERTS_ORG && ensureExists(c, orgs, isOpen(given)), stored, secret },
			{ audit: { ...auditOf('put', key), urls: value === null ? [] : [value] }, otherwise: invalid([NO_ORG]) },
		)
		return changedJson(c, toEntry({ key, value }))
	},
)

configEntryRoutes.delete(
	'/:key',
	requires('platform_admin'),
	query(PurgeQuery),
	stepUp('power', (body, c) => isPurge(body, c) || hasStake('power')(body, c)),
	stepUp('value', hasStake('value')),
	returns(204, undefined, 'Delete a configuration entry'),
	async (c) => {
		const key = c.req.param('key')
		const purges = purged(c, c.req.valid('query'), entryPlace(key))
		const secret = deleteSecret(c.var.db, entryPlace(key))
		const deleted = c.var.db.delete(configEntries).where(eq(configEntries.key, key))
		await write(
			c,
			{ secret, deleted, found: ensureChanged(c) },
			{ audit: { ...auditOf('delete', key), ...purges }, otherwise: notFound('Configuration entry') },
		)
		return c.body(null, 204)
	},
)

/** An entry as it's returned. */
function toEntry({ key, value: stored }: { key: string; value: string | null }) {
	const value = isWriteOnly(key) ? null : stored
	return { key, value, is_set: true, is_valid: value === null || misfitOfEntry(key, value) === undefined }
}

const auditOf = (verb: 'put' | 'delete', key: string) => ({
	action: `config_entries.${verb}` as const,
	target: configEntries,
	target_id: key,
	where: eq(configEntries.key, key),
	...(isWriteOnly(key) && { kept: stateWithoutValue(key) }),
	undo: [{ table: configEntries, where: eq(configEntries.key, key) }, secretsOf('config_entries', key)],
	kinds: [{ kind: configuredEntries }],
})
