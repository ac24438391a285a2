import type { Hono } from 'hono'
import type { App } from '../context.ts'
import { accessLog } from './access-log.ts'
import { auditId } from './audit-id.ts'
import { authenticate, verbosely } from './authenticate.ts'
import { bodyLimit } from './body-limit.ts'
import { browsers } from './browsers.ts'
import { confirmWithin } from './confirm-within.ts'
import { consolePages } from './console.ts'
import { database } from './database.ts'
import { dryRun } from './dry-run.ts'
import { forWrites } from './for-writes.ts'
import { idempotency } from './idempotency.ts'
import { ipRules } from './ip-rules.ts'
import { locate } from './locate.ts'
import { metrics } from './metrics.ts'
import { propose } from './propose.ts'
import { rateLimit } from './rate-limit.ts'
import { represent } from './represent.ts'
import { risk } from './risk.ts'
import { trace } from './trace.ts'

/** What each request passes before its route line, in this order. */
export function addMiddleware(app: Hono<App>) {
	app.use(trace)
	app.use(metrics)
	app.use('/', consolePages)
	app.use('/console/*', consolePages)
	app.use(accessLog)
	app.use(browsers)

	app.use('/readyz', database, verbosely(authenticate), verbosely(rateLimit))

	const before = [forWrites(bodyLimit), database, authenticate, locate]
	const after = [auditId, propose(app), forWrites(dryRun)]
	const middleware = [
		...before,
		ipRules,
		risk,
		rateLimit,
		...after,
		forWrites(idempotency),
		confirmWithin,
		forWrites(represent(app)),
	]
	app.use('/v1/*', ...middleware)
	app.use('/ofrep/*', ...middleware)
	app.use('/mcp', ...before, ipRules, risk, rateLimit, ...after)
	app.use('/scim/*', ...before, rateLimit, ...after, forWrites(represent(app)))
}
