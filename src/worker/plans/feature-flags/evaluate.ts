import { asc, eq } from 'drizzle-orm'
import { FRESH_MS, isolateCache } from '../../ground/db/cache.ts'
import type { Database } from '../../ground/db/database.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { type Reading, reading, readTogether } from '../../ground/db/reading.ts'
import { onForget } from '../../isolate.ts'
import { openOrg } from '../../tenancy/orgs/access.ts'
import { featureFlagOverrides, featureFlags } from './table.ts'

// A flag's value for an org (spec 4.5): the org's override, else the flag's default.

export interface Evaluation {
	key: string
	value: boolean
	reason: 'override' | 'default'
}

/** Every flag's value for one org. */
export interface FlagValues {
	get: (key: string) => Evaluation | undefined
	/** All flags, by ascending key. */
	all: () => Evaluation[]
}

type ByKey = ReadonlyMap<string, Evaluation>

const NONE: ByKey = new Map()

/** An org's values: its overrides over the defaults, which are in memory once for all orgs. */
const valuesOf = (defaults: ByKey, overrides: ByKey): FlagValues => ({
	get: (key) => overrides.get(key) ?? defaults.get(key),
	all: () => [...defaults.values()].map((evaluation) => overrides.get(evaluation.key) ?? evaluation),
})

export const NO_FLAGS = valuesOf(NONE, NONE)

/** The flags as this isolate last read them, and the values that all orgs without overrides share. */
let shared = { defaults: NONE, values: NO_FLAGS }
onForget(() => (shared = { defaults: NONE, values: NO_FLAGS }))

/** The estimated size of each org's values. The text of a bulk response is cached with them, and lists all flags. */
const weights = new WeakMap<FlagValues, number>()
const weightOf = (values: FlagValues) => weights.get(values) ?? 200

// While D1 doesn't answer, an isolate uses what it has for ten minutes: for an agent, an old flag is better than none.
const values = isolateCache<FlagValues>(FRESH_MS, { name: 'flags', standsInFor: 600_000, weightOf })

/** Makes this isolate read all flags again. Call it after every change to flags. */
export const forgetFlags = values.forget

/** Every flag's value for the org, as of five seconds ago at most. Undefined for an unknown or deleted org. */
export const flagsOf = (org_id: string): Reading<FlagValues | undefined> =>
	reading(
		values,
		org_id,
		(db) => [openOrg(db, { org_id }), everyFlag(db, {}), overridesOf(db, { org_id })],
		([[org], flags, overrides]) => org && valuesIn(flags, overrides),
		{ mayLag: true },
	)

/**
 * Every flag's value for the org. Undefined for an unknown or deleted org. Makes no D1 call while this isolate has the values cached,
 * and returns the same object until it reads them again, so anything derived from the object can be cached with it.
 */
export const flagValues = async (db: Database['reader'], org_id: string) =>
	(await readTogether(db, [flagsOf(org_id)]))[0]

const everyFlag = prepared([], (db) =>
	db
		.select({ key: featureFlags.key, default_value: featureFlags.default_value })
		.from(featureFlags)
		.orderBy(asc(featureFlags.key)),
)

const overridesOf = prepared(['org_id'], (db, { org_id }) =>
	db
		.select({ flag_key: featureFlagOverrides.flag_key, enabled: featureFlagOverrides.enabled })
		.from(featureFlagOverrides)
		.where(eq(featureFlagOverrides.org_id, org_id)),
)

function valuesIn(
	flags: Awaited<ReturnType<typeof everyFlag>>,
	overrides: Awaited<ReturnType<typeof overridesOf>>,
): FlagValues {
	const { defaults, values: plain } = sharedFrom(flags)
	if (overrides.length === 0) return plain
	const own = valuesOf(
		defaults,
		new Map(overrides.map(({ flag_key: key, enabled: value }) => [key, { key, value, reason: 'override' }])),
	)
	weights.set(own, 500 + 150 * overrides.length + 90 * defaults.size)
	return own
}

/** The defaults that are already in memory, if nothing changed since. */
function sharedFrom(flags: Pick<typeof featureFlags.$inferSelect, 'key' | 'default_value'>[]) {
	const known = shared.defaults
	if (flags.length !== known.size || flags.some(({ key, default_value }) => known.get(key)?.value !== default_value)) {
		const defaults: ByKey = new Map(
			flags.map(({ key, default_value: value }) => [key, { key, value, reason: 'default' }]),
		)
		shared = { defaults, values: valuesOf(defaults, NONE) }
	}
	return shared
}
