import { type Context, Hono } from 'hono'
import type { App } from '../../context.ts'
import { openDatabase } from '../../db/database.ts'
import { anyone } from '../../http/access.ts'
import { refuses, returns } from '../../http/contract.ts'
import { notFound, unauthorized } from '../../http/errors.ts'
import { isSameText } from '../../identity/auth/tokens.ts'
import { JOBS } from '../jobs/run.ts'
import { readVitals, type Vitals } from '../vitals/read.ts'
import { countedText } from './counted.ts'
import { gaugesText } from './gauges.ts'
import { CONTENT_TYPE } from './text.ts'

/** A scraper that comes often costs nothing. */
const KEPT_FOR_MS = 10_000
const ANSWERED_WITHIN_MS = 2_000

let kept: { vitals: Vitals | undefined; read_at: number } | undefined

export const metricsRoutes = new Hono<App>()

metricsRoutes.get(
	'/',
	anyone('metrics_token'),
	returns(200, undefined, 'Read the metrics of this instance in the text format of Prometheus', {
		contentType: 'text/plain',
	}),
	refuses(401, 404),
	async (c) => {
		const { METRICS_TOKEN: expected } = c.env
		if (!expected) throw notFound('Path')
		if (!isSameText(/^bearer +(.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '', expected))
			throw unauthorized()
		const isFresh = kept !== undefined && Math.abs(Date.now() - kept.read_at) < KEPT_FOR_MS
		if (!isFresh) kept = { vitals: await vitalsInTime(c), read_at: Date.now() }
		return c.body(gaugesText(kept?.vitals) + countedText(), 200, { 'Content-Type': CONTENT_TYPE })
	},
)

/** The vitals, or undefined when D1 is away or takes longer than a scraper should wait. */
async function vitalsInTime({ env }: Context<App>): Promise<Vitals | undefined> {
	const { reader } = openDatabase(env.DB, 'first-unconstrained')
	const late = new Promise<undefined>((resolve) => setTimeout(resolve, ANSWERED_WITHIN_MS))
	return Promise.race([readVitals(env, reader, JOBS).catch(() => undefined), late])
}
