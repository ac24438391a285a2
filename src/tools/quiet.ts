import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'

/** Lines of `wrangler dev` that no developer needs. All others pass: errors, requests, the Worker's own log. */
const NOISE = [
	/^Using secrets defined in /,
	/^Your Worker has access to the following bindings:$/,
	/^Binding +Resource +Mode$/,
	/^env\.[A-Z_]+ \(/,
	/^env\.ASSETS +Assets +local$/,
	/^\[custom build\] Running: /,
	/^\[wrangler:info\] ✨ Parsed \d+ valid header rules?\.$/,
	/Scheduled Workers are not automatically triggered/,
	/^ *To manually trigger a scheduled event, run:$/,
	/^ *curl "http:\/\/[^ ]+\/scheduled"$/,
	/^ *For more details, see .*cron-triggers/,
	/^⎔ /,
	/^\[wrangler:info\] Ready on /,
	/^\[wrangler:info\] GET \/readyz 200 /,
]

/** Copies the lines of `source` to `target`, without the noise and the blank lines around it. */
export function passOn(source: Readable, target: Writable): void {
	let afterNoise = true
	createInterface({ input: source }).on('line', (line) => {
		const text = stripVTControlCharacters(line).trimEnd()
		if (NOISE.some((pattern) => pattern.test(text))) afterNoise = true
		else if (text !== '' || !afterNoise) {
			afterNoise = text === ''
			target.write(`${line}\n`)
		}
	})
}
