import { eq, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { columnsBut, newId, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf, exists, jsonObject } from '../../ground/db/state.ts'
import { invalid, notFound } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import type { VerbOf } from '../../ground/write/actions.ts'
import { ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { isOpen, isOrgOpen } from '../../tenancy/orgs/access.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { configuredFlagOverrides } from './configured.ts'
import { featureFlagOverrides, featureFlags } from './table.ts'

/** The columns of an override in a response. */
export const overrideColumns = columnsBut(featureFlagOverrides, 'id')

interface Wanted {
	flag_key: string
	org_id: string
	enabled: boolean
}

/**
 * Sets a flag's value for one org. A replaced override keeps its id and creation time. Throws 404 for an unknown flag, and
 * 400 for an unknown or a deleted org.
 */
export async function putOverride(c: WorkContext, { flag_key, org_id, enabled }: Wanted) {
	const override = { id: newId('fov'), org_id, flag_key, enabled, created_at: now() }
	const where = overrideOf(flag_key, org_id)
	const isNew = exists(featureFlagOverrides, eq(featureFlagOverrides.id, override.id))
	const put = c.var.db
		.insert(featureFlagOverrides)
		.values(override)
		.onConflictDoUpdate({ target: [featureFlagOverrides.org_id, featureFlagOverrides.flag_key], set: { enabled } })
		.returning()
	const { stored } = await write(
		c,
		{
			flagExists: ensureExists(c, featureFlags, eq(featureFlags.key, flag_key)),
			org: ensureExists(c, orgs, isOpen(org_id)),
			stored: put,
		},
		{
			audit: auditOf('put', override),
			response: {
				status: sql`iif(${isNew}, 201, 200)`,
				body: sql`(SELECT ${jsonObject(overrideColumns)} FROM ${featureFlagOverrides} WHERE ${where})`,
			},
			otherwise: () => putRefusal(c.var.db, flag_key),
		},
	)
	const { id, ...response } = stored[0] ?? override
	return { response, isNew: id === override.id }
}

/** Deletes an org's override of a flag. Throws 404 when there is none. */
export async function deleteOverride(c: WorkContext, flag_key: string, org_id: string): Promise<void> {
	const remove = c.var.db.delete(featureFlagOverrides).where(openOverrideOf(flag_key, org_id))
	await write(
		c,
		{ remove, found: ensureChanged(c) },
		{ audit: auditOf('delete', { flag_key, org_id, id: '' }), otherwise: notFound('Org override') },
	)
}

const overrideOf = (flag_key: string, org_id: string) =>
	allOf(eq(featureFlagOverrides.flag_key, flag_key), eq(featureFlagOverrides.org_id, org_id))

/** Selects it, unless the org is deleted. */
export const openOverrideOf = (flag_key: string, org_id: string) =>
	allOf(overrideOf(flag_key, org_id), isOrgOpen(featureFlagOverrides.org_id))

/** The audit row of a change to an override. `id` is for a new override; an existing one keeps its own. */
const auditOf = (
	verb: VerbOf<'feature_flag_overrides'>,
	{ flag_key, org_id, id }: Record<'flag_key' | 'org_id' | 'id', string>,
) => ({
	action: `feature_flag_overrides.${verb}` as const,
	target: featureFlagOverrides,
	target_id: sql`coalesce((SELECT ${featureFlagOverrides.id} FROM ${featureFlagOverrides} WHERE ${overrideOf(flag_key, org_id)}), ${id})`,
	where: overrideOf(flag_key, org_id),
	org_id,
	undo: [{ table: featureFlagOverrides, where: overrideOf(flag_key, org_id) }],
	kinds: [{ kind: configuredFlagOverrides }],
})

async function putRefusal(db: Database['reader'], key: string) {
	const [flag] = await db.select({ key: featureFlags.key }).from(featureFlags).where(eq(featureFlags.key, key)).limit(1)
	return flag ? invalid([{ path: 'org_id', message: must.org_id }]) : notFound('Feature flag')
}
