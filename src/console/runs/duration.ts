import { common as t } from '../text/en/common.ts'
import { number } from '../ui/format.ts'

/** "840 ms", "5.2 s", "3 min 20 s". */
export function duration(ms: number): string {
	if (ms < 1_000) return t.milliseconds(number(ms))
	if (ms < 60_000) return t.seconds((ms / 1_000).toFixed(1))
	const seconds = Math.round(ms / 1_000)
	return t.minutes(number(Math.floor(seconds / 60)), String(seconds % 60))
}
