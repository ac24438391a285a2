import * as z from 'zod'
import { queryAt, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing } from '../../ground/http/errors.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { openPage } from '../../ground/http/page.ts'
import { may, READERS } from '../../tenancy/orgs/doors.ts'
import { OrgRunQuery, Run, RunQuery } from '../runs/schema.ts'
import { listRuns, readRun } from './read.ts'

/** These and the next ones at both doors: `/v1/admin/runs`, and `/v1/orgs/:org_id/runs`. */
export const runListRoutes = routes()

runListRoutes.get(
	'/',
	may(READERS),
	queryAt({ platform: RunQuery, org: OrgRunQuery }),
	returns(200, z.array(Run), { platform: 'List runs', org: 'List the runs of an org' }),
	refuses('runs.no_bucket', 'archive.unavailable'),
	async (c) => {
		const { limit, cursor, ...filters } = c.req.valid('query')
		return c.json(await listRuns(c, filters, openPage(c, { limit, cursor })))
	},
)

export const runRoutes = routes()

runRoutes.get(
	'/:run_id',
	may(READERS),
	returns(200, Run, { platform: 'Read a run', org: 'Read a run of an org' }),
	refuses('runs.no_bucket', 'archive.unavailable'),
	async (c) => taggedJson(c, existing(await readRun(c, c.req.param('run_id')), 'Run')),
)
