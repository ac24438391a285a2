import { requires } from '../../ground/http/access.ts'
import { query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { LOG_ID } from './recent/ids.ts'
import { AccessLogFacets, AccessLogPage, AccessLogQuery, FacetQuery, LogFilterQuery } from './schema.ts'

export const accessLogRoutes = routes()

accessLogRoutes.get(
	'/',
	requires('platform.read'),
	query(AccessLogQuery),
	returns(200, AccessLogPage, 'Read the access log'),
	refuses('access_log.unavailable', 'access_log.archive_unavailable'),
	async (c) => {
		const { readLog, toEntries } = await import('./read.ts')
		const { limit, before, since, ...filters } = c.req.valid('query')
		const { entries, has_more, source, lost } = await readLog(c.env, { filters, before, since, limit })
		c.header('X-Log-Source', source)
		c.header('X-Log-Lost', String(lost))
		const next_before = has_more ? (entries.at(-1)?.id ?? null) : null
		return c.json({ data: await toEntries(c.var.db, entries), has_more, next_before })
	},
)

accessLogRoutes.get(
	'/facets',
	requires('platform.read'),
	query(FacetQuery),
	returns(200, AccessLogFacets, 'Count the recent access log by status, path, country, user agent, error and minute'),
	refuses('access_log.unavailable'),
	async (c) => {
		const { facetsOf } = await import('./facets.ts')
		const { facets, lost } = await facetsOf(c.env, c.req.valid('query'))
		c.header('X-Log-Lost', String(lost))
		return c.json(facets)
	},
)

accessLogRoutes.get(
	'/tail',
	requires('platform.read'),
	query(LogFilterQuery),
	returns(200, undefined, 'Follow the access log as Server-Sent Events', { contentType: 'text/event-stream' }),
	refuses('access_log.unavailable'),
	async (c) => {
		const { tail } = await import('./tail.ts')
		const { since, ...filters } = c.req.valid('query')
		// An EventSource sends this header automatically when it reconnects.
		const last = c.req.header('Last-Event-ID')
		if (last !== undefined && !LOG_ID.test(last)) throw invalid([{ path: 'Last-Event-ID', message: must.log_id }])
		return tail(c, filters, last ?? since)
	},
)
