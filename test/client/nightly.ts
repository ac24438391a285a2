import { test } from 'vitest'

/** Whether everything is tested, as every night, by `PROPERTY_RUNS=full npm run test:client`. */
export const IS_NIGHT = process.env.PROPERTY_RUNS === 'full'

/** By day the first ones of a list, which differ most: all of it is tested at night. */
export const some = <T>(all: readonly T[], byDay: number): readonly T[] => (IS_NIGHT ? all : all.slice(0, byDay))

/** A test that only runs at night. */
export const nightly = (IS_NIGHT ? test : () => undefined) as typeof test
