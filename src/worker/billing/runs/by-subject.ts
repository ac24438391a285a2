import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { DAY_MS, PLATFORM, usd } from '../../ground/db/columns.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import type { SubjectQuery, SubjectUsage } from '../usage/schema.ts'

/** How many runs are added up: for the platform, and for an org, whose calls may read less. */
const OF_PLATFORM = 20_000
const OF_ORG = 2_000

const SHOWN = 50

const COLUMN = { org: 'org_id', user: 'user_id', agent: 'agent_id', api_key: 'api_key_id' }

interface Row extends Omit<z.infer<typeof SubjectUsage>, 'cost_usd'> {
	cost_microusd: number
	looked_at: number
}

const named = <Value>(name: string, value: SQL) => sql<Value>`${value}`.as(name)

/** Whose runs cost the most in some days, of the newest runs in the database. One D1 call. Throws 404. */
export async function usageBySubject(c: Context<SignedIn>, { by, start, end }: z.infer<typeof SubjectQuery>) {
	const { db, owner } = c.var
	const most = owner === PLATFORM ? OF_PLATFORM : OF_ORG
	const until = new Date(Date.parse(end) + DAY_MS).toISOString()
	const newest = sql`SELECT org_id, ${sql.raw(COLUMN[by])} AS subject, status, cost_microusd, credits_used FROM runs
		WHERE ${owner === PLATFORM ? sql`1` : sql`org_id = ${owner}`} AND created_at >= ${start} AND created_at < ${until}
		ORDER BY created_at DESC, run_id DESC LIMIT ${most}`
	const statement = db
		.select({
			org_id: named<string>('org_id', sql`org_id`),
			subject: named<string | null>('subject', sql`subject`),
			run_count: named<number>('run_count', sql`count(*)`),
			failed_run_count: named<number>('failed_run_count', sql`sum(status = 'failed')`),
			cost_microusd: named<number>('cost_microusd', sql`sum(cost_microusd)`),
			// A single run may use as many as a number can hold, so the sum mustn't be one of integers.
			credits_used: named<number>(
				'credits_used',
				sql`CAST(min(total(credits_used), ${Number.MAX_SAFE_INTEGER}) AS INTEGER)`,
			),
			looked_at: named<number>('looked_at', sql`sum(count(*)) OVER ()`),
		})
		.from(sql`(${newest})`)
		.groupBy(sql`org_id`, sql`subject`)
		.orderBy(sql`sum(cost_microusd) DESC, count(*) DESC, org_id, subject`)
		.limit(SHOWN)
	const rows: Row[] = await rowsOfOrg(db, owner, statement)
	if ((rows[0]?.looked_at ?? 0) >= most) c.header('X-Is-Cut', 'true')
	return rows.map(({ cost_microusd, looked_at: _, ...row }) => ({ ...row, cost_usd: usd(cost_microusd) }))
}
