import { inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { newId } from '../../ground/db/columns.ts'
import { must } from '../../ground/http/must.ts'
import type { Configured } from '../../ground/write/configured.ts'
import { changedRows } from '../../ground/write/kept-rows.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { forgetFlags } from './evaluate.ts'
import { CreateFeatureFlag, FeatureFlag, FeatureFlagOverride, PutFeatureFlagOverride } from './schema.ts'
import { featureFlagOverrides, featureFlags } from './table.ts'

const { key, description, default_value } = CreateFeatureFlag.shape

const FLAG = '/v1/feature-flags/:key'

export const configuredFlags: Configured = {
	name: 'feature_flags',
	called: ['Feature flag', 'key'],
	of: 'platform',
	writers: { platform: ['platform.write'] },
	key,
	entry: () => z.object({ description, default_value }),
	document: { entry: FeatureFlag.pick({ description: true, default_value: true }), by: 'By key.' },
	rows: { table: featureFlags },
	stored: (row: typeof featureFlags.$inferSelect) => ({
		key: row.key,
		item: { description: row.description, default_value: row.default_value },
	}),
	toRow: ({ key, item, stored, at }) => ({
		id: stored?.row.id ?? newId('flag'),
		key,
		...item,
		created_at: stored?.row.created_at ?? at,
	}),
	dependents: {
		of: (ids) => ({
			table: featureFlagOverrides,
			where: sql`${featureFlagOverrides.flag_key} IN (SELECT ${featureFlags.key} FROM ${featureFlags} WHERE ${inArray(featureFlags.id, sql`(SELECT value ->> 0 FROM json_each(${ids}))`)})`,
		}),
		warning: 'The overrides of these flags in all orgs go as well.',
	},
	affects: ({ audit_id }) => ({
		orgs: { from: sql`${orgs} WHERE ${orgs.deleted_at} IS NULL` },
		org_overrides: {
			from: sql`${featureFlagOverrides} v WHERE v.flag_key IN (SELECT ${featureFlags.key} FROM ${changedRows(audit_id, featureFlags)})`,
		},
	}),
	forget: [forgetFlags],
	confirmable: ['POST /v1/feature-flags', `PATCH ${FLAG}`, `DELETE ${FLAG}`],
}

export const configuredFlagOverrides: Configured = {
	name: 'feature_flag_overrides',
	called: ['Flag override', 'flag_key'],
	of: 'org',
	writers: { org: ['platform.write'] },
	key,
	entry: () => z.object({ enabled: PutFeatureFlagOverride.shape.enabled }),
	document: { entry: FeatureFlagOverride.pick({ enabled: true }), by: 'By the key of the flag.' },
	refersTo: { column: featureFlags.key, message: must.flag_key },
	rows: { table: featureFlagOverrides, owner: featureFlagOverrides.org_id },
	stored: (row: typeof featureFlagOverrides.$inferSelect) => ({ key: row.flag_key, item: { enabled: row.enabled } }),
	toRow: ({ owner, key: flag_key, item, stored, at }) => ({
		id: stored?.row.id ?? newId('fov'),
		org_id: owner,
		flag_key,
		...item,
		created_at: stored?.row.created_at ?? at,
	}),
	forget: [forgetFlags],
	confirmable: [`POST ${FLAG}/org-overrides`, `DELETE ${FLAG}/org-overrides/:org_id`],
}
