import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { workspace } from './cleanup.ts'
import { memoryOf } from './cpu.ts'
import { orgId } from './data.ts'
import { bindings, prepareScale, signIn } from './state.ts'
import { type Running, start } from './workers.ts'

// Ten minutes of a day: the runs of a platform with 2,000,000 a day go through the queue at their own pace, next to callers who
// read. The queue's length and the callers' waiting time must be the same in the last minute as in the first.

const RUNS_A_DAY = 2_000_000
const PER_REPORT = 100
const REPORT_EVERY_MS = (PER_REPORT * 86_400_000) / RUNS_A_DAY
const READ_EVERY_MS = 20
const ORGS = 1_000

interface Minute {
	/** Runs that were reported but not written yet, at the end of the minute. */
	backlog: number
	reads: number
	p50_ms: number
	p95_ms: number
	memory_mb: number
}

interface DayFigures {
	seconds: number
	runs: number
	/** What the database kept of each run, and what it wrote of all of them at the end. */
	bytes_per_run: number
	refused: number
	/** Without any run, before the first one. */
	quiet: Minute
	minutes: Minute[]
}

interface Plan {
	script: string
	seconds: number
	say: (text: string) => void
}

export async function measureDay({ script, seconds, say }: Plan): Promise<DayFigures> {
	const state = join(workspace, 'day')
	say('A platform of 1,000 orgs …')
	await prepareScale(script, state, { users: 10_000, orgs: ORGS, runs: 100 })
	const running = await start({ script, state, bindings })
	try {
		return await feed(running, seconds, say)
	} finally {
		await running.stop()
	}
}

async function feed(running: Running, seconds: number, say: (text: string) => void): Promise<DayFigures> {
	const db = await running.database()
	const count = async () => (await db.prepare('SELECT count(*) AS runs FROM runs').first<number>('runs')) ?? 0
	const size = async () => (await db.prepare('SELECT 1').run()).meta.size_after
	const [before, bytes_before] = [await count(), await size()]
	let token = await signIn(running)
	let reported = 0
	let refused = 0
	let waits: number[] = []
	const over = new AbortController()
	const headers = () => ({ Authorization: `Bearer ${token}` })
	const minute = async (): Promise<Minute> => {
		const sorted = waits.toSorted((a, b) => a - b)
		waits = []
		const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
		const backlog = reported - ((await count()) - before)
		return { backlog, reads: sorted.length, p50_ms: at(0.5), p95_ms: at(0.95), memory_mb: memoryOf(running.pid) }
	}
	const read = async () => {
		for (; !over.signal.aborted; await sleep(READ_EVERY_MS)) {
			const since = performance.now()
			const response = await fetch(`${running.url}/v1/me`, { headers: headers() })
			await response.arrayBuffer()
			if (response.ok) waits.push(performance.now() - since)
			else refused += 1
		}
	}
	const report = async () => {
		for (let sent = 0; !over.signal.aborted; sent += 1) {
			const due = sleep(REPORT_EVERY_MS)
			const runs = Array.from({ length: PER_REPORT }, (_, i) => runOf(sent, i))
			const response = await fetch(`${running.url}/v1/runtime/runs`, {
				method: 'POST',
				headers: { ...headers(), Prefer: 'respond-async' },
				body: JSON.stringify(runs),
			})
			await response.arrayBuffer()
			if (response.status === 202) reported += PER_REPORT
			else refused += 1
			await due
		}
	}
	const reading = read()
	await sleep(Math.min(60_000, seconds * 100))
	const quiet = await minute()
	const reporting = report()
	const minutes: Minute[] = []
	for (let left = seconds; left > 0; left -= 60) {
		await sleep(Math.min(left, 60) * 1000)
		minutes.push(await minute())
		say(`minute ${minutes.length}: ${JSON.stringify(minutes.at(-1))}`)
		token = await signIn(running)
	}
	over.abort()
	await Promise.all([reading, reporting])
	// What's waiting in the queue is written within seconds.
	for (let waited = 0; waited < 60 && (await count()) - before < reported; waited += 1) await sleep(1000)
	const written = (await count()) - before
	if (written !== reported) throw new Error(`Of ${reported} runs ${written} were written`)
	return { seconds, runs: written, bytes_per_run: ((await size()) - bytes_before) / written, refused, quiet, minutes }
}

const runOf = (sent: number, i: number) => ({
	run_id: `day_${sent}_${i}`,
	org_id: orgId((sent * PER_REPORT + i) % ORGS),
	status: 'completed',
	model: 'vendor-a-large',
	duration_ms: 5210,
	total_input_tokens: 1830,
	total_output_tokens: 412,
	total_cost_usd: 0.0042,
})

export function dayLines({ seconds, runs, bytes_per_run, refused, quiet, minutes }: DayFigures): string {
	const row = (name: string, { backlog, reads, p50_ms, p95_ms, memory_mb }: Minute) =>
		`| ${name} | ${backlog} | ${reads} | ${p50_ms.toFixed(1)} | ${p95_ms.toFixed(1)} | ${memory_mb} |`
	return [
		`${runs.toLocaleString('en')} runs in ${seconds} s, ${bytes_per_run.toFixed(0)} bytes of the database for each; refused calls: ${refused}.`,
		'',
		'| minute | waiting runs | reads | p50 ms | p95 ms | memory MB |',
		'| --- | ---: | ---: | ---: | ---: | ---: |',
		row('before', quiet),
		...minutes.map((minute, index) => row(String(index + 1), minute)),
	].join('\n')
}

/** Whether something grows: the last minute has a longer queue than a report in flight, or callers wait twice as long as before. */
export const isMissedDay = ({ minutes, refused, quiet }: DayFigures) =>
	refused > 0 || (minutes.at(-1)?.backlog ?? 0) > 10 * PER_REPORT || (minutes.at(-1)?.p50_ms ?? 0) > 2 * quiet.p50_ms
