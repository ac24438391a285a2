import { env } from 'cloudflare:workers'
import { test } from 'vitest'

/** Whether everything is tested, as every night. */
export const IS_NIGHT = env.PROPERTY_RUNS === 'full'

/** A test that only runs at night: what it checks is a variant of what another test checks with every change. */
export const nightly = testIn('full')

/** A test that records what others read. It runs with `PROPERTY_RUNS=answers`. */
export const recording = testIn('answers')

function testIn(runs: string) {
	return (env.PROPERTY_RUNS === runs ? test : nothing) as typeof test
}

function nothing() {}
nothing.each = () => nothing
nothing.for = () => nothing

/** How many random scripts a property test runs: a few by day, and all of them at night. */
export const runsOf = (few: number, all: number) => (IS_NIGHT ? all : few)

/** The seeds of the random scripts, of which each repeats the same choices. */
export const seeds = (few: number, all: number) => Array.from({ length: runsOf(few, all) }, (_, index) => index + 1)

/** The same choices in every run with the same seed, each below a limit. */
export function choices(seed: number): (limit: number) => number {
	let state = seed
	return (limit) => {
		state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
		return Math.floor((state / 2 ** 32) * limit)
	}
}
