import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { SCHEMA_VERSION } from '../../ground/db/schema-version.ts'
import { anyone } from '../../ground/http/access.ts'
import { query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { onForget } from '../../isolate.ts'
import { Alive, NotReady, Ready, ReadyQuery } from './schema.ts'

const ANSWERED_WITHIN_MS = 2_000
/** Probes come from many places at once. */
const KEPT_FOR_MS = 1_000

type Readiness = { schema_version: string } | { reason: string }

let kept: { readiness: Readiness; readAt: number } | undefined
onForget(() => (kept = undefined))

export const healthRoutes = routes()

healthRoutes.get('/healthz', anyone(), returns(200, Alive, 'Check that the Worker runs'), (c) =>
	c.json({ status: 'ok' as const }),
)

const READY = 'Check that the database responds and has the schema of this build'

healthRoutes.get(
	'/readyz',
	anyone(),
	query(ReadyQuery),
	returns(200, Ready, READY),
	returns(503, NotReady, READY),
	refuses(400, 429),
	async (c) => {
		// The clock may have jumped back.
		if (!kept || Math.abs(Date.now() - kept.readAt) >= KEPT_FOR_MS)
			kept = { readiness: await readiness(c), readAt: Date.now() }
		if ('reason' in kept.readiness) return c.json({ status: 'unavailable' as const, ...kept.readiness }, 503)
		const verbose = c.req.valid('query').verbose !== undefined && c.var.principal?.permissions.has('platform.read')
		return c.json({
			status: 'ok' as const,
			...kept.readiness,
			...(verbose ? await details(c) : {}),
		})
	},
)

const details = async (c: Context<App>) => (await import('./details.ts')).detailsOf(c)

async function readiness(c: Context<App>): Promise<Readiness> {
	try {
		const applied = c.var.db.get<{ name: string } | undefined>(
			sql`SELECT name FROM d1_migrations ORDER BY name DESC LIMIT 1`,
		)
		const row = await Promise.race([applied, new Promise<never>((_, reject) => setTimeout(reject, ANSWERED_WITHIN_MS))])
		const actual = row?.name.replace(/\.sql$/, '') ?? 'none'
		if (actual === SCHEMA_VERSION) return { schema_version: actual }
		return { reason: `The schema version is ${actual}, expected ${SCHEMA_VERSION}` }
	} catch {
		return { reason: "The database isn't answering" }
	}
}
