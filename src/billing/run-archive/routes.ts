import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { requires } from '../../http/access.ts'
import { query, refuses, returns } from '../../http/contract.ts'
import { notFound } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { openPage } from '../../http/page.ts'
import { requireMembership } from '../../tenancy/orgs/access.ts'
import { OrgRunQuery, Run, RunQuery } from '../runs/schema.ts'
import { listRuns, readRun } from './read.ts'

export const runRoutes = new Hono<App>()

runRoutes.get(
	'/',
	requires('platform.read'),
	query(RunQuery),
	returns(200, z.array(Run), 'List runs'),
	refuses('runs.no_bucket', 'archive.unavailable'),
	async (c) => {
		const { limit, cursor, ...filters } = c.req.valid('query')
		const page = openPage(c, { limit, cursor })
		return c.json(await listRuns(c, filters, page))
	},
)

runRoutes.get(
	'/:run_id',
	requires('platform.read'),
	returns(200, Run, 'Read a run'),
	refuses('runs.no_bucket', 'archive.unavailable'),
	async (c) => {
		const run = await readRun(c, c.req.param('run_id'))
		if (!run) throw notFound('Run')
		return taggedJson(c, run)
	},
)

export const orgRunRoutes = new Hono<App>()

orgRunRoutes.get(
	'/:org_id/runs',
	requires('org.settings', 'platform.read'),
	query(OrgRunQuery),
	returns(200, z.array(Run), 'List the runs of an org'),
	refuses('runs.no_bucket', 'archive.unavailable'),
	async (c) => {
		const org_id = c.req.param('org_id')
		await requireMembership(c, org_id, 'org.settings', 'platform.read')
		const { limit, cursor, ...filters } = c.req.valid('query')
		const page = openPage(c, { limit, cursor })
		return c.json(await listRuns(c, { ...filters, org_id }, page, true))
	},
)

orgRunRoutes.get(
	'/:org_id/runs/:run_id',
	requires('org.settings', 'platform.read'),
	returns(200, Run, 'Read a run of an org'),
	refuses('runs.no_bucket', 'archive.unavailable'),
	async (c) => {
		const { org_id, run_id } = c.req.param()
		await requireMembership(c, org_id, 'org.settings', 'platform.read')
		const run = await readRun(c, run_id, org_id)
		if (!run) throw notFound('Run')
		return taggedJson(c, run)
	},
)
