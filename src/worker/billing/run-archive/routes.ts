import * as z from 'zod'
import { PLATFORM } from '../../ground/db/columns.ts'
import { query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing } from '../../ground/http/errors.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { openPage } from '../../ground/http/page.ts'
import { may, READERS } from '../../tenancy/orgs/doors.ts'
import { OrgRunQuery, Run, RunQuery } from '../runs/schema.ts'
import { listRuns, readRun } from './read.ts'

export const platformRunRoutes = routes()

platformRunRoutes.get(
	'/',
	may(READERS),
	query(RunQuery),
	returns(200, z.array(Run), 'List runs'),
	refuses('runs.no_bucket', 'archive.unavailable'),
	async (c) => {
		const { limit, cursor, ...filters } = c.req.valid('query')
		const page = openPage(c, { limit, cursor })
		return c.json(await listRuns(c, filters, page))
	},
)

export const orgRunRoutes = routes()

orgRunRoutes.get(
	'/',
	may(READERS),
	query(OrgRunQuery),
	returns(200, z.array(Run), 'List the runs of an org'),
	refuses('runs.no_bucket', 'archive.unavailable'),
	async (c) => {
		const { limit, cursor, ...filters } = c.req.valid('query')
		const page = openPage(c, { limit, cursor })
		return c.json(await listRuns(c, { ...filters, org_id: c.var.owner }, page, true))
	},
)

/** At both doors: `/v1/admin/runs`, and `/v1/orgs/:org_id/runs`. */
export const runRoutes = routes()

runRoutes.get(
	'/:run_id',
	may(READERS),
	returns(200, Run, { platform: 'Read a run', org: 'Read a run of an org' }),
	refuses('runs.no_bucket', 'archive.unavailable'),
	async (c) => {
		const { owner } = c.var
		const run = await readRun(c, c.req.param('run_id'), owner === PLATFORM ? undefined : owner)
		return taggedJson(c, existing(run, 'Run'))
	},
)
