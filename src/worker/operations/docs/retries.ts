import { DELAYS_MS } from '../../webhooks/deliveries/schedule.ts'

const UNITS = [
	{ name: 'hour', chinese: '小时', ms: 3_600_000 },
	{ name: 'minute', chinese: '分钟', ms: 60_000 },
	{ name: 'second', chinese: '秒', ms: 1_000 },
]

function spelled(delay_ms: number): { en: string; zh: string } {
	const unit = UNITS.find(({ ms }) => delay_ms >= ms && delay_ms % ms === 0)
	if (!unit) throw new Error(`${delay_ms} ms isn't a whole number of seconds, minutes or hours`)
	const count = delay_ms / unit.ms
	return { en: `${count} ${unit.name}${count === 1 ? '' : 's'}`, zh: `${count} ${unit.chinese}` }
}

const delays = DELAYS_MS.map(spelled)

export const RETRIES = `${delays
	.slice(0, -1)
	.map(({ en }) => en)
	.join(', ')} and ${delays.at(-1)?.en}`

export const RETRIES_IN_CHINESE = `${delays
	.slice(0, -1)
	.map(({ zh }) => zh)
	.join('、')}和 ${delays.at(-1)?.zh}`

export const ATTEMPTS = DELAYS_MS.length + 1
