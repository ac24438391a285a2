import { asc, eq } from 'drizzle-orm'
import { isolateCache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { orgs } from '../../identity/orgs/table.ts'
import { featureFlagOverrides, featureFlags } from './table.ts'

// The value of a flag for an org (spec 4.5): the org's override, else the flag's default.

export interface Evaluation {
	key: string
	value: boolean
	reason: 'override' | 'default'
}

/** Every flag's value for one org, by key. */
export type FlagValues = ReadonlyMap<string, Evaluation>

// 30 seconds is half of the minute within which a change must be seen everywhere. While D1 does not answer, an isolate uses
// what it has for ten minutes: an old flag is better for an agent than none.
const values = isolateCache<FlagValues>(30_000, 600_000)

/** Makes this isolate read all flags again. Call it after every change to them. */
export const forgetFlags = values.forget

/**
 * Every flag's value for the org; undefined when there is no such org. No D1 call while this isolate has the values. It
 * gives the same map until it reads them again, so what is derived from a map can be kept with it.
 */
export const flagValues = (db: Database['reader'], org_id: string) => values.get(org_id, () => read(db, org_id))

async function read(db: Database['reader'], org_id: string): Promise<FlagValues | undefined> {
	const [[org], flags, overrides] = await db.batch([
		db.select({ id: orgs.id }).from(orgs).where(eq(orgs.id, org_id)).limit(1),
		db
			.select({ key: featureFlags.key, default_value: featureFlags.default_value })
			.from(featureFlags)
			.orderBy(asc(featureFlags.key)),
		db
			.select({ flag_key: featureFlagOverrides.flag_key, enabled: featureFlagOverrides.enabled })
			.from(featureFlagOverrides)
			.where(eq(featureFlagOverrides.org_id, org_id)),
	])
	if (!org) return undefined
	const enabled = new Map(overrides.map((override) => [override.flag_key, override.enabled]))
	return new Map(
		flags.map(({ key, default_value }): [string, Evaluation] => {
			const override = enabled.get(key)
			return [key, { key, value: override ?? default_value, reason: override === undefined ? 'default' : 'override' }]
		}),
	)
}
