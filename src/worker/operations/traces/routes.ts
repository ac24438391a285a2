import { requires } from '../../ground/http/access.ts'
import { refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing } from '../../ground/http/errors.ts'
import { Trace } from './schema.ts'

export const traceRoutes = routes().get(
	'/:trace_id',
	requires('org.settings', 'platform.read'),
	returns(200, Trace, 'Read everything that one request left behind', { isTagged: false }),
	refuses('access_log.unavailable', 'access_log.archive_unavailable'),
	async (c) => {
		const { readTrace } = await import('./read.ts')
		const trace = await readTrace(c, c.req.param('trace_id').toLowerCase())
		return c.json(existing(trace, 'Trace'))
	},
)
