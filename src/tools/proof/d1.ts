import type { Proving } from './instance.ts'
import { check, type Line, note, notShown, type Section } from './section.ts'

const ROUNDS = 5
const READS = 10
/** A warm read makes one, and other callers of the isolate make some too. */
const MOST_CALLS = 2
const MOST_MS = 250

interface Reading {
	isolate: string
	calls: number
	ms: number
}

/** The counters of the isolate that answers; undefined where they aren't shown. */
async function reading({ call, metrics_token }: Proving): Promise<Reading | undefined> {
	const { status, body } = await call({ token: metrics_token ?? '', path: '/metrics' })
	const found = /d1_call_duration_seconds_sum\{isolate="(\w+)"\} (\S+)\n.*_count\{.*?\} (\d+)/.exec(String(body))
	if (status !== 200 || !found) return undefined
	const [, isolate, sum, count] = found
	return { isolate: String(isolate), calls: Number(count), ms: Number(sum) * 1_000 }
}

/** What a round of reads added; undefined if another isolate answered at its end. */
async function round(proving: Proving): Promise<Reading | undefined> {
	const before = await reading(proving)
	for (let n = 0; n < READS; n += 1) await proving.call({ token: proving.token, path: `/v1/orgs/${proving.org_id}` })
	const after = await reading(proving)
	if (!before || !after || before.isolate !== after.isolate) return undefined
	return { isolate: after.isolate, calls: after.calls - before.calls, ms: after.ms - before.ms }
}

async function lines(proving: Proving): Promise<Line[]> {
	if (!proving.metrics_token) return [notShown('METRICS_TOKEN is not set')]
	if (!(await reading(proving))) return [notShown('the instance shows no metrics for this METRICS_TOKEN')]
	const rounds: Reading[] = []
	for (let n = 0; n < ROUNDS; n += 1) {
		const one = await round(proving)
		if (one) rounds.push(one)
	}
	const least = rounds.toSorted((a, b) => a.calls - b.calls)[0]
	if (!least) return [notShown('each reading of the metrics came from another isolate')]
	const [calls, ms] = [least.calls / READS, least.calls === 0 ? 0 : least.ms / least.calls]
	return [
		check(calls <= MOST_CALLS, `${calls.toFixed(1)} D1 calls a read`, `It must be ${MOST_CALLS} at most.`),
		check(ms <= MOST_MS, `${ms.toFixed(1)} ms a D1 call`, `It must be ${MOST_MS} ms at most.`),
		note(`the least of ${rounds.length} rounds of ${READS} reads: other callers of the isolate count too`),
	]
}

export const d1: Section = { name: 'd1', title: 'What a warm read costs in D1', prove: lines }
