import { openDatabase } from '../../ground/db/database.ts'
import { onForget } from '../../isolate.ts'
import { JOBS } from '../jobs/run.ts'
import { readVitals, type Vitals } from '../vitals/read.ts'
import { countedText } from './counted.ts'
import { gaugesText } from './gauges.ts'

export { CONTENT_TYPE } from './text.ts'

/** A scraper that comes often costs nothing. */
const KEPT_FOR_MS = 10_000
const ANSWERED_WITHIN_MS = 2_000

let kept: { vitals: Vitals | undefined; read_at: number } | undefined
onForget(() => (kept = undefined))

/** All metrics as text. At most one read of D1 in ten seconds. */
export async function metricsOf(env: Env): Promise<string> {
	const isFresh = kept !== undefined && Math.abs(Date.now() - kept.read_at) < KEPT_FOR_MS
	if (!isFresh) kept = { vitals: await vitalsInTime(env), read_at: Date.now() }
	return gaugesText(kept?.vitals) + countedText()
}

/** The vitals, or undefined when D1 is away or takes longer than a scraper should wait. */
async function vitalsInTime(env: Env): Promise<Vitals | undefined> {
	const { reader } = openDatabase(env.DB, 'first-unconstrained')
	const late = new Promise<undefined>((resolve) => setTimeout(resolve, ANSWERED_WITHIN_MS))
	return Promise.race([readVitals(env, reader, JOBS).catch(() => undefined), late])
}
