import { DELAYS_MS } from '../../webhooks/deliveries/schedule.ts'

const UNITS = [
	{ name: 'hour', ms: 3_600_000 },
	{ name: 'minute', ms: 60_000 },
	{ name: 'second', ms: 1_000 },
]

function spelled(delay_ms: number): string {
	const unit = UNITS.find(({ ms }) => delay_ms >= ms && delay_ms % ms === 0)
	if (!unit) throw new Error(`${delay_ms} ms isn't a whole number of seconds, minutes or hours`)
	const count = delay_ms / unit.ms
	return `${count} ${unit.name}${count === 1 ? '' : 's'}`
}

const delays = DELAYS_MS.map(spelled)

/** The delays between attempts, in words. */
export const RETRIES = `${delays.slice(0, -1).join(', ')} and ${delays.at(-1)}`

/** The maximum number of attempts for a delivery. */
export const ATTEMPTS = DELAYS_MS.length + 1
