import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { DAY_MS, fromNow, now, usd } from '../../ground/db/columns.ts'
import { counters } from '../../ground/db/table.ts'
import { requires } from '../../ground/http/access.ts'
import { returns, routes } from '../../ground/http/contract.ts'
import { Dashboard } from './schema.ts'

interface Numbers extends Omit<z.infer<typeof Dashboard>, 'total_cost_usd'> {
	cost_microusd: number
}

const dayOf = (time: string) => time.slice(0, 10)

const sumOf = (name: string, day: SQL) =>
	sql`(SELECT coalesce(sum(${counters.value}), 0) FROM ${counters} WHERE ${and(eq(counters.name, name), day)})`

export const dashboardRoutes = routes().get(
	'/',
	requires('platform.read'),
	returns(200, Dashboard, "Read the platform's key figures", { isTagged: false }),
	async (c) => {
		const total = eq(counters.day, '')
		const today = eq(counters.day, dayOf(now()))
		const recently = gte(counters.day, dayOf(fromNow(-30 * DAY_MS)))
		const { cost_microusd, ...numbers } = await c.var.db.get<Numbers>(sql`SELECT
			${sumOf('users', total)} AS total_users,
			${sumOf('users_last_login', recently)} AS active_users_30d,
			${sumOf('runs', total)} AS total_runs,
			${sumOf('runs', today)} AS runs_today,
			${sumOf('input_tokens', total)} AS total_input_tokens,
			${sumOf('output_tokens', total)} AS total_output_tokens,
			${sumOf('cost_microusd', total)} AS cost_microusd,
			${sumOf('orgs_last_run', recently)} AS active_orgs`)
		return c.json({ ...numbers, total_cost_usd: usd(cost_microusd) })
	},
)
