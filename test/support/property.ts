import { env } from 'cloudflare:workers'

/** How many random scripts a property test runs: a few, and all of them under `PROPERTY_RUNS=full`. */
export const runsOf = (few: number, all: number) => (env.PROPERTY_RUNS === 'full' ? all : few)

/** The seeds of the random scripts, of which each repeats the same choices. */
export const seeds = (few: number, all: number) => Array.from({ length: runsOf(few, all) }, (_, index) => index + 1)
