import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, workspace } from './cleanup.ts'
import { cpuOf } from './cpu.ts'
import type { Asked } from './paths.ts'

/** One slice of load on one side, or why it's not usable. */
export type Slice = { requests_per_s: number; p50_ms: number; p95_ms: number; cpu_us: number } | { failure: string }

/** Throws with a hint if wrk isn't installed. */
export async function requireWrk(): Promise<void> {
	// Without arguments it prints its usage and exits with 1, so this only checks that it exists.
	const missing = await run('wrk', ['-v']).then(
		() => false,
		(error: Error) => error.message.includes('ENOENT'),
	)
	if (missing) throw new Error('wrk is missing. Install it with: apt-get install wrk')
}

/** Writes the wrk script of a path and returns its location. */
export function scriptOf({ name, method, body }: Asked): string {
	const file = join(workspace, `${name.replace(/\W+/g, '-')}.lua`)
	const lines = [
		`wrk.method = '${method}'`,
		// wrk itself doesn't print a 95th percentile.
		`function done(_, latency) io.write('p95_us ', latency:percentile(95), '\\n') end`,
	]
	if (body?.includes('{unique}'))
		lines.push(
			`local body, slice, n = [==[${body}]==], '', 0`,
			'function init(args) slice = args[1] end',
			'function request()',
			'	n = n + 1',
			`	return wrk.format(nil, nil, nil, (body:gsub('{unique}', slice .. '.' .. n)))`,
			'end',
		)
	else if (body !== undefined) lines.push(`wrk.body = [==[${body}]==]`)
	writeFileSync(file, `${lines.join('\n')}\n`)
	return file
}

let slices = 0

interface Load {
	url: string
	/** Of the workerd that responds. */
	pid: number
	script: string
	token: string
	seconds: number
	connections: number
}

/** Loads a URL for some seconds and measures the process that responds. */
export async function load({ url, pid, script, token, seconds, connections }: Load): Promise<Slice> {
	slices += 1
	const headers = ['-H', `Authorization: Bearer ${token}`, '-H', 'Content-Type: application/json']
	const before = cpuOf(pid)
	const printed = await run('wrk', [
		'-t1',
		`-c${connections}`,
		`-d${seconds}s`,
		'--latency',
		'-s',
		script,
		...headers,
		url,
		'--',
		`s${slices}`,
	])
	// Requests that wrk left behind still take CPU time, and mustn't burden the next slice.
	await sleep(50)
	return read(printed, cpuOf(pid) - before)
}

function read(printed: string, cpu_us: number): Slice {
	const requests = Number(/(\d+) requests in/.exec(printed)?.[1] ?? 0)
	const refused = /Non-2xx or 3xx responses: (\d+)/.exec(printed)?.[1]
	if (refused) return { failure: `${refused} of ${requests} answers were not 2xx` }
	const broken = /Socket errors: .*/.exec(printed)?.[0]
	if (broken) return { failure: broken }
	// From the start of its line, because the standard deviations contain percentages too.
	const p50 = /^ +50% +([\d.]+)(us|ms|s|m)/m.exec(printed)
	const p95_us = Number(/^p95_us ([\d.e+]+)/m.exec(printed)?.[1])
	const requests_per_s = Number(/Requests\/sec: +([\d.]+)/.exec(printed)?.[1])
	if (requests === 0 || !p50 || !requests_per_s) return { failure: 'no answer' }
	const unit = { us: 0.001, ms: 1, s: 1000, m: 60_000 }[p50[2] as 'us' | 'ms' | 's' | 'm']
	return { requests_per_s, p50_ms: Number(p50[1]) * unit, p95_ms: p95_us / 1000, cpu_us: cpu_us / requests }
}
