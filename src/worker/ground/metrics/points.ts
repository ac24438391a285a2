import { onForget } from '../../isolate.ts'
import { counters, isolateName, type RouteClass } from './counters.ts'

// What the isolates counted together. A scraper reaches one isolate at a time, so each also writes its own share to Analytics
// Engine, where a query adds them up. A point stays for months: a position never changes its meaning.

/** How often an isolate writes a point. */
const EVERY_MS = 1_000
/** Analytics Engine samples by index value, and reads are fast with few values. */
const SHARDS = 16

let written_at = -Infinity
let before: number[] = []
let reasons_before = new Map<string, number>()
onForget(() => {
	written_at = -Infinity
	before = []
	reasons_before = new Map()
})

/** All that was counted so far, in the order of a point's doubles. */
function totals(): number[] {
	const { routes, unavailable, d1, d1_errors, caches, log_lost } = counters
	const all = Object.values(routes).map(({ statuses }) => statuses)
	const caches_read = [...caches.values()]
	return [
		countOf(all, () => true),
		countOf(all, (status) => status >= 400 && status < 500),
		countOf(all, (status) => status === 429),
		countOf(all, isServerError),
		...shareOf(['runtime', 'rpc']),
		...shareOf(['sign_in']),
		...shareOf(['api', 'admin']),
		d1.count,
		sum(d1_errors.values()),
		d1.sum_ms,
		sum(caches_read.map(({ hit }) => hit)),
		sum(caches_read.map(({ miss }) => miss)),
		log_lost,
		sum(unavailable.values()),
	]
}

const isServerError = (status: number) => status >= 500

/** The requests of some classes, how many were a 5xx, and their milliseconds. */
function shareOf(classes: RouteClass[]): number[] {
	const routes = classes.map((name) => counters.routes[name])
	const statuses = routes.map((route) => route.statuses)
	return [
		countOf(statuses, () => true),
		countOf(statuses, isServerError),
		sum(routes.map(({ duration }) => duration.sum_ms)),
	]
}

const countOf = (counts: Map<number, number>[], isCounted: (status: number) => boolean) =>
	sum(counts.flatMap((one) => [...one].flatMap(([status, count]) => (isCounted(status) ? [count] : []))))

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

/** The most frequent reason of the 503 responses since the last point; empty if there were none. */
function worstReason(): string {
	const since = [...counters.unavailable].map(
		([reason, count]) => [reason, count - (reasons_before.get(reason) ?? 0)] as const,
	)
	const [worst] = since.filter(([, count]) => count > 0).toSorted(([, one], [, other]) => other - one)
	return worst?.[0] ?? ''
}

/**
 * Writes what this isolate has counted since its last point, unless that's less than a second ago. Never throws: what a refused
 * point had is lost.
 */
export function writePoint(env: Pick<Env, 'METRICS_DATASET'>, colo: string): void {
	const now = Date.now()
	if (Math.abs(now - written_at) < EVERY_MS) return
	written_at = now
	const current = totals()
	const doubles = current.map((value, at) => value - (before[at] ?? 0))
	const blobs = [isolateName(), colo, worstReason()]
	before = current
	reasons_before = new Map(counters.unavailable)
	try {
		const shard = Number.parseInt(isolateName().slice(-1), SHARDS)
		env.METRICS_DATASET.writeDataPoint({ indexes: [`s${String(shard).padStart(2, '0')}`], blobs, doubles })
	} catch {
		// Analytics Engine promises no delivery either.
	}
}
