import * as z from 'zod'
import { query, returns, routes } from '../../ground/http/contract.ts'
import { may, MEMBERS } from '../../tenancy/orgs/doors.ts'
import { activityByDay } from './activity.ts'
import { dailyUsage, monthlyUsage, usageByModel } from './read.ts'
import {
	DailyQuery,
	DayActivity,
	DayPricing,
	DayUsage,
	ModelQuery,
	ModelUsage,
	MonthQuery,
	MonthUsage,
} from './schema.ts'
import { pricingByModel } from './used-days.ts'

/** At both doors: `/v1/admin/usage` counts all orgs, `/v1/orgs/:org_id/usage` one. */
export const usageRoutes = routes()

usageRoutes.get(
	'/daily',
	may(MEMBERS),
	query(DailyQuery),
	returns(200, z.array(DayUsage), { platform: "Read the platform's usage by day", org: "Read an org's usage by day" }),
	async (c) => c.json(await dailyUsage(c.var.db, c.var.owner, c.req.valid('query'))),
)

usageRoutes.get(
	'/summary',
	may(MEMBERS),
	query(MonthQuery),
	returns(200, MonthUsage, {
		platform: "Read the platform's usage in a month",
		org: "Read an org's usage in a month",
	}),
	async (c) => c.json(await monthlyUsage(c.var.db, c.var.owner, c.req.valid('query'))),
)

usageRoutes.get(
	'/by-model',
	may(MEMBERS),
	query(ModelQuery),
	returns(200, z.array(ModelUsage), {
		platform: "Read the platform's usage in a month or a range of days by model",
		org: "Read an org's usage in a month or a range of days by model",
	}),
	async (c) => c.json(await usageByModel(c.var.db, c.var.owner, c.req.valid('query'))),
)

usageRoutes.get(
	'/activity',
	may(MEMBERS),
	query(DailyQuery),
	returns(200, z.array(DayActivity), {
		platform: "Read the platform's users, orgs and runs by day",
		org: "Read an org's users and runs by day",
	}),
	async (c) => c.json(await activityByDay(c.var.db, c.var.owner, c.req.valid('query'))),
)

usageRoutes.get(
	'/pricing',
	may(MEMBERS),
	query(DailyQuery),
	returns(200, z.array(DayPricing), {
		platform: "Read what the platform's runs reported and what their prices come to, by day and model",
		org: "Read what an org's runs reported and what their prices come to, by day and model",
	}),
	async (c) => c.json(await pricingByModel(c.var.db, c.var.owner, c.req.valid('query'))),
)
