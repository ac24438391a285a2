import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { isolateCache } from '../../db/cache.ts'
import { orgs } from '../../identity/orgs/table.ts'
import { featureFlagOverrides, featureFlags } from './table.ts'

// A flag's value for an org (spec 4.5): the org's override, else the flag's default. Each isolate keeps what it last read,
// so a warm evaluation makes no D1 call. A change is seen at once by the isolate that made it, and by every other one when
// what it keeps has aged.

export interface Evaluation {
	key: string
	value: boolean
	reason: 'override' | 'default'
}

export type FlagValues = ReadonlyMap<string, Evaluation>

// Half of the minute within which a change must be seen everywhere; ten minutes when D1 does not answer.
const values = isolateCache<FlagValues>(30_000, 600_000)

/** Makes this isolate read all flags anew: called after every change to them. */
export const forgetFlags = values.forget

/** Every flag's value for the org, by key; undefined when there is no such org. The same map while nothing is read anew. */
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
