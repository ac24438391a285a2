import { and, desc, eq, lt, sql } from 'drizzle-orm'
import * as z from 'zod'
import { newId, now } from '../../ground/db/columns.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { noChange } from '../../ground/db/state.ts'
import { requires, signedIn } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing, notFound, taken } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { Ok } from '../../ground/http/fields.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import type { VerbOf } from '../../ground/write/actions.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { isOrgOpen, requireReader } from '../../tenancy/orgs/access.ts'
import { configuredFlags } from './configured.ts'
import { flagValues } from './evaluate.ts'
import { deleteOverride, openOverrideOf, overrideColumns, putOverride } from './overrides.ts'
import {
	CreateFeatureFlag,
	Evaluation,
	EvaluationQuery,
	FeatureFlag,
	FeatureFlagOverride,
	PutFeatureFlagOverride,
	UpdateFeatureFlag,
} from './schema.ts'
import { featureFlagOverrides, featureFlags } from './table.ts'

export const featureFlagRoutes = routes()

const flagsBefore = prepared(['id', 'limit'], (db, { id, limit }) =>
	db.select().from(featureFlags).where(lt(featureFlags.id, id)).orderBy(desc(featureFlags.id)).limit(limit),
)

const insertFlag = prepared(['id', 'key', 'description', 'default_value', 'created_at'], (db, flag) =>
	db.insert(featureFlags).values(flag),
)

const flagByKey = prepared(['key'], (db, { key }) => db.select().from(featureFlags).where(eq(featureFlags.key, key)))

featureFlagRoutes.post(
	'/',
	requires('platform.write'),
	body(CreateFeatureFlag),
	returns(201, FeatureFlag, 'Create a feature flag'),
	refuses('name.taken'),
	async (c) => {
		const flag = { id: newId('flag'), ...c.req.valid('json'), created_at: now() }
		await write(
			c,
			{ insert: insertFlag(c.var.db, flag) },
			{
				audit: auditOfNew(flag.id),
				response: { status: 201, body: flag },
				duplicate: () => taken('A feature flag with this key already exists', 'key'),
			},
		)
		return c.json(flag, 201)
	},
)

featureFlagRoutes.get(
	'/',
	requires('platform.read'),
	query(PageQuery),
	returns(200, z.array(FeatureFlag), 'List feature flags'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await flagsBefore(c.var.db, { id: page.idBefore, limit: page.limit })
		return c.json(page.close(rows, ({ id }) => id))
	},
)

featureFlagRoutes.get(
	'/:key',
	requires('platform.read'),
	returns(200, FeatureFlag, 'Read a feature flag'),
	async (c) => {
		const [flag] = await flagByKey(c.var.db, { key: c.req.param('key') })
		return taggedJson(c, existing(flag, 'Feature flag'))
	},
)

featureFlagRoutes.patch(
	'/:key',
	requires('platform.write'),
	body(UpdateFeatureFlag),
	returns(200, FeatureFlag, "Change a flag's default value or description"),
	async (c) => {
		const key = c.req.param('key')
		const update = c.var.db
			.update(featureFlags)
			.set({ ...noChange(featureFlags.description), ...c.req.valid('json') })
			.where(eq(featureFlags.key, key))
			.returning()
		const { flags } = await write(
			c,
			{ flags: update, found: ensureChanged(c) },
			{ audit: auditOf('update', key), otherwise: notFound('Feature flag') },
		)
		return changedJson(c, flags[0])
	},
)

featureFlagRoutes.delete(
	'/:key',
	requires('platform.write'),
	returns(200, Ok, 'Delete a feature flag and its overrides'),
	async (c) => {
		const key = c.req.param('key')
		await write(
			c,
			{
				overrides: c.var.db.delete(featureFlagOverrides).where(eq(featureFlagOverrides.flag_key, key)),
				flag: c.var.db.delete(featureFlags).where(eq(featureFlags.key, key)),
				found: ensureChanged(c),
			},
			{ audit: withOverrides(auditOf('delete', key), key), otherwise: notFound('Feature flag') },
		)
		return c.json({ ok: true as const })
	},
)

featureFlagRoutes.post(
	'/:key/org-overrides',
	requires('platform.write'),
	body(PutFeatureFlagOverride),
	returns([201, 200], FeatureFlagOverride, "Set or replace a flag's value for one org"),
	async (c) => {
		const { response, isNew } = await putOverride(c, { flag_key: c.req.param('key'), ...c.req.valid('json') })
		return c.json(response, isNew ? 201 : 200)
	},
)

featureFlagRoutes.get(
	'/:key/org-overrides',
	requires('platform.read'),
	query(PageQuery),
	returns(200, z.array(FeatureFlagOverride), "List a flag's org overrides"),
	async (c) => {
		const flag_key = c.req.param('key')
		const page = openPage(c, c.req.valid('query'))
		const [[flag], rows] = await c.var.db.batch([
			c.var.db.select({ key: featureFlags.key }).from(featureFlags).where(eq(featureFlags.key, flag_key)).limit(1),
			c.var.db
				.select()
				.from(featureFlagOverrides)
				.where(
					and(
						eq(featureFlagOverrides.flag_key, flag_key),
						isOrgOpen(featureFlagOverrides.org_id),
						page.before(featureFlagOverrides.id),
					),
				)
				.orderBy(desc(featureFlagOverrides.id))
				.limit(page.limit),
		])
		if (!flag) throw notFound('Feature flag')
		return c.json(page.close(rows, (row) => row.id).map(({ id: _, ...override }) => override))
	},
)

featureFlagRoutes.get(
	'/:key/org-overrides/:org_id',
	requires('platform.read'),
	returns(200, FeatureFlagOverride, "Read an org's override of a flag"),
	async (c) => {
		const { key, org_id } = c.req.param()
		const [override] = await c.var.db
			.select(overrideColumns)
			.from(featureFlagOverrides)
			.where(openOverrideOf(key, org_id))
			.limit(1)
		return taggedJson(c, existing(override, 'Org override'))
	},
)

featureFlagRoutes.delete(
	'/:key/org-overrides/:org_id',
	requires('platform.write'),
	returns(200, Ok, "Delete an org's override of a flag"),
	async (c) => {
		const { key, org_id } = c.req.param()
		await deleteOverride(c, key, org_id)
		return c.json({ ok: true as const })
	},
)

featureFlagRoutes.get(
	'/:key/evaluate',
	signedIn(),
	query(EvaluationQuery),
	returns(200, Evaluation, 'Evaluate a flag for an org'),
	async (c) => {
		// `c.var` copies all variables at each use.
		const at = { var: c.var }
		const { org_id = at.var.principal.org_id } = c.req.valid('query')
		await requireReader(at, org_id)
		const flags = existing(await flagValues(at.var.db, org_id), 'Org')
		const evaluation = flags.get(c.req.param('key'))
		return c.json(existing(evaluation, 'Feature flag'))
	},
)

const auditOfNew = (id: string) => ({
	action: 'feature_flags.create' as const,
	target: featureFlags,
	target_id: id,
	isNew: true,
	undo: [{ table: featureFlags, where: eq(featureFlags.id, id) }],
	kinds: [{ kind: configuredFlags }],
})

/** The audit row of a change to the flag with this key. */
function auditOf(verb: VerbOf<'feature_flags'>, key: string) {
	const where = eq(featureFlags.key, key)
	const undo = [{ table: featureFlags, where }]
	return {
		action: `feature_flags.${verb}` as const,
		target: featureFlags,
		target_id: idOf(key),
		where,
		undo,
		kinds: [{ kind: configuredFlags }],
	}
}

const idOf = (key: string) =>
	sql`coalesce((SELECT ${featureFlags.id} FROM ${featureFlags} WHERE ${eq(featureFlags.key, key)}), ${key})`

/** The audit row of a deletion, which deletes the flag's overrides too. */
function withOverrides({ undo, ...audit }: ReturnType<typeof auditOf>, key: string) {
	const overrides = { table: featureFlagOverrides, where: eq(featureFlagOverrides.flag_key, key) }
	return { ...audit, undo: [...undo, overrides] }
}
