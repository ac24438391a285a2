import { eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { newId } from '../../../db/columns.ts'
import { CreateFeatureFlag, PutFeatureFlagOverride } from '../../../plans/feature-flags/schema.ts'
import { featureFlagOverrides, featureFlags } from '../../../plans/feature-flags/table.ts'
import type { Section } from '../section.ts'
import { byId, valuesOf } from './by-id.ts'

type Flag = typeof featureFlags.$inferSelect
type Override = typeof featureFlagOverrides.$inferSelect

const { key, description, default_value } = CreateFeatureFlag.shape

const FlagEntry = z.object({ description, default_value })

export const featureFlagsSection: Section = {
	name: 'feature_flags',
	key,
	entry: () => FlagEntry,
	tables: [byId(featureFlags, featureFlags.id, ['description', 'default_value'])],
	read: (db) => [db.select().from(featureFlags)],
	stored: ([rows]) =>
		(rows as Flag[]).map((row) => ({
			key: row.key,
			item: { description: row.description, default_value: row.default_value },
			row,
		})),
	toRow: ({ key, item, stored, at }) => ({
		id: stored?.row.id ?? newId('flag'),
		key,
		...item,
		created_at: stored?.row.created_at ?? at,
	}),
	dependents: (ids) => ({
		table: featureFlagOverrides,
		where: sql`${featureFlagOverrides.flag_key} IN (SELECT ${featureFlags.key} FROM ${featureFlags} WHERE ${inArray(featureFlags.id, valuesOf(ids))})`,
	}),
}

const OverrideEntry = z.object({ enabled: PutFeatureFlagOverride.shape.enabled })

export const featureFlagOverridesSection: Section = {
	name: 'feature_flag_overrides',
	isForPlatform: true,
	key,
	entry: () => OverrideEntry,
	tables: [byId(featureFlagOverrides, featureFlagOverrides.id, ['enabled'])],
	read: (db, owner) => [db.select().from(featureFlagOverrides).where(eq(featureFlagOverrides.org_id, owner))],
	stored: ([rows]) => (rows as Override[]).map((row) => ({ key: row.flag_key, item: { enabled: row.enabled }, row })),
	toRow: ({ owner, key: flag_key, item, stored, at }) => ({
		id: stored?.row.id ?? newId('fov'),
		org_id: owner,
		flag_key,
		...item,
		created_at: stored?.row.created_at ?? at,
	}),
}
