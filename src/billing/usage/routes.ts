import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { requires, signedIn } from '../../http/access.ts'
import { query, returns } from '../../http/contract.ts'
import { requireMembership } from '../../tenancy/orgs/access.ts'
import { activityByDay } from './activity.ts'
import { dailyUsage, monthlyUsage, usageByModel } from './read.ts'
import { DailyQuery, DayActivity, DayUsage, ModelQuery, ModelUsage, MonthQuery, MonthUsage } from './schema.ts'

export const usageRoutes = new Hono<App>()

usageRoutes.get(
	'/daily',
	requires('platform.read'),
	query(DailyQuery),
	returns(200, z.array(DayUsage), "Read the platform's usage by day"),
	async (c) => c.json(await dailyUsage(c.var.db, undefined, c.req.valid('query'))),
)

usageRoutes.get(
	'/summary',
	requires('platform.read'),
	query(MonthQuery),
	returns(200, MonthUsage, "Read the platform's usage in a month"),
	async (c) => c.json(await monthlyUsage(c.var.db, undefined, c.req.valid('query'))),
)

usageRoutes.get(
	'/by-model',
	requires('platform.read'),
	query(ModelQuery),
	returns(200, z.array(ModelUsage), "Read the platform's usage in a month or a range of days by model"),
	async (c) => c.json(await usageByModel(c.var.db, undefined, c.req.valid('query'))),
)

usageRoutes.get(
	'/activity',
	requires('platform.read'),
	query(DailyQuery),
	returns(200, z.array(DayActivity), "Read the platform's users, orgs and runs by day"),
	async (c) => c.json(await activityByDay(c.var.db, undefined, c.req.valid('query'))),
)

export const orgUsageRoutes = new Hono<App>()

orgUsageRoutes.get(
	'/:org_id/usage/daily',
	signedIn(),
	query(DailyQuery),
	returns(200, z.array(DayUsage), "Read an org's usage by day"),
	async (c) => {
		const org_id = c.req.param('org_id')
		await requireMembership(c, org_id)
		return c.json(await dailyUsage(c.var.db, org_id, c.req.valid('query')))
	},
)

orgUsageRoutes.get(
	'/:org_id/usage/summary',
	signedIn(),
	query(MonthQuery),
	returns(200, MonthUsage, "Read an org's usage in a month"),
	async (c) => {
		const org_id = c.req.param('org_id')
		await requireMembership(c, org_id)
		return c.json(await monthlyUsage(c.var.db, org_id, c.req.valid('query')))
	},
)

orgUsageRoutes.get(
	'/:org_id/usage/by-model',
	signedIn(),
	query(ModelQuery),
	returns(200, z.array(ModelUsage), "Read an org's usage in a month or a range of days by model"),
	async (c) => {
		const org_id = c.req.param('org_id')
		await requireMembership(c, org_id)
		return c.json(await usageByModel(c.var.db, org_id, c.req.valid('query')))
	},
)

orgUsageRoutes.get(
	'/:org_id/usage/activity',
	signedIn(),
	query(DailyQuery),
	returns(200, z.array(DayActivity), "Read an org's users and runs by day"),
	async (c) => {
		const org_id = c.req.param('org_id')
		await requireMembership(c, org_id)
		return c.json(await activityByDay(c.var.db, org_id, c.req.valid('query')))
	},
)
