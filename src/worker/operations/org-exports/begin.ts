import { eq, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { bucketOf } from '../../ground/bucket/bucket.ts'
import { DAY_MS, happenedWithin, newId, now } from '../../ground/db/columns.ts'
import { allOf, countOf } from '../../ground/db/state.ts'
import { conflict, decided, notFound, rateLimited } from '../../ground/http/errors.ts'
import { ensure, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { isOpen, openOrg } from '../../tenancy/orgs/access.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { orgExports } from '../org-rows/table.ts'
import { STEPS } from './kinds.ts'

/** How many exports of an org may begin in a day. Each writes all rows again. */
const A_DAY = 5
const RETRY_S = 3_600

/** Starts an export. Throws 404 for an unknown org, 409 without a bucket or while another one runs, 429 for the sixth of a day. */
export async function beginExport(c: WorkContext, org_id: string, created_by: string | null) {
	if (!bucketOf(c.env)) throw conflict('backups.no_bucket')
	const { db } = c.var
	const at = now()
	const shown = {
		id: newId('exp'),
		org_id,
		status: 'running' as const,
		error: null,
		table_count: 0,
		table_total: STEPS.length,
		row_count: 0,
		byte_count: 0,
		created_by,
		created_at: at,
		completed_at: null,
		expires_at: null,
	}
	const begun = { ...shown, next_table: STEPS[0] ?? null, run_moves: [], moved_at: at }
	const ofToday = allOf(eq(orgExports.org_id, org_id), happenedWithin(orgExports.created_at, DAY_MS))
	await write(
		c,
		{
			org: ensureExists(c, orgs, isOpen(org_id)),
			begun: db.insert(orgExports).values(begun),
			pace: c.env.RATE_LIMITS !== 'off' && ensure(c, sql`${countOf(orgExports, ofToday)} <= ${A_DAY}`),
		},
		{
			audit: { action: 'org_exports.create', target: orgExports, target_id: shown.id, org_id, isNew: true },
			response: { status: 202, body: shown },
			duplicate: () => conflict('exports.running'),
			otherwise: async () => {
				const [org] = await openOrg(db, { org_id })
				return org ? decided(rateLimited(RETRY_S), 'rate_limit:org_exports') : notFound('Org')
			},
		},
	)
	return shown
}
