import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { App, SignedIn } from '../../context.ts'
import { PLATFORM } from '../../db/columns.ts'
import { requires } from '../../http/access.ts'
import { body, query, refuses, returns } from '../../http/contract.ts'
import { notFound } from '../../http/errors.ts'
import { changedJson, taggedJson } from '../../http/etag.ts'
import { openPage, PageQuery } from '../../http/page.ts'
import { requireMembership, rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { createBudget, deleteBudget, updateBudget } from './change.ts'
import { selectBudgets, toBudget, visibleBudget } from './columns.ts'
import {
	Budget,
	BudgetSimulation,
	BudgetState,
	CreateBudget,
	CreatePlatformBudget,
	SimulateBudget,
	SimulatePlatformBudget,
	UpdateBudget,
} from './schema.ts'
import { listStates } from './states.ts'
import { budgets } from './table.ts'

const IS_CUT = {
	headers: { 'X-Is-Cut': '`true` if there are more than 2,000 subjects, which are then in the order of their names.' },
	isTagged: false,
}

const ASKS = { isAudited: false }

export const orgBudgetRoutes = new Hono<App>()

orgBudgetRoutes.get(
	'/:org_id/budgets',
	requires('org.settings', 'platform.read'),
	query(PageQuery),
	returns(200, z.array(Budget), "List an org's budgets, and those of the platform that apply to it"),
	async (c) => {
		const org_id = c.req.param('org_id')
		await requireMembership(c, org_id, 'org.settings', 'platform.read')
		const page = openPage(c, c.req.valid('query'))
		const rows = await rowsOfOrg(c.var.db, org_id, selectBudgets(c.var.db, org_id, page))
		return c.json(page.close(rows, ({ id }) => id).map(toBudget))
	},
)

orgBudgetRoutes.post(
	'/:org_id/budgets',
	requires('org.settings'),
	body(CreateBudget),
	returns(201, Budget, 'Create a budget of an org'),
	refuses('name.taken', 'limit.reached'),
	async (c) => {
		const org_id = c.req.param('org_id')
		await requireMembership(c, org_id, 'org.settings')
		return c.json(await createBudget(c, org_id, { ...c.req.valid('json'), org_id }), 201)
	},
)

orgBudgetRoutes.get(
	'/:org_id/budgets/:budget_id',
	requires('org.settings', 'platform.read'),
	returns(200, Budget, 'Read a budget that applies to an org'),
	async (c) => {
		const { org_id, budget_id } = c.req.param()
		await requireMembership(c, org_id, 'org.settings', 'platform.read')
		return taggedJson(c, await readBudget(c, org_id, budget_id))
	},
)

orgBudgetRoutes.patch(
	'/:org_id/budgets/:budget_id',
	requires('org.settings'),
	body(UpdateBudget),
	returns(200, Budget, 'Change a budget of an org'),
	refuses('name.taken', 'budgets.of_platform'),
	async (c) => {
		const { org_id, budget_id } = c.req.param()
		await requireMembership(c, org_id, 'org.settings')
		return changedJson(c, await updateBudget(c, org_id, budget_id, c.req.valid('json')))
	},
)

orgBudgetRoutes.delete(
	'/:org_id/budgets/:budget_id',
	requires('org.settings'),
	returns(204, undefined, 'Delete a budget of an org'),
	refuses('budgets.of_platform'),
	async (c) => {
		const { org_id, budget_id } = c.req.param()
		await requireMembership(c, org_id, 'org.settings')
		await deleteBudget(c, org_id, budget_id)
		return c.body(null, 204)
	},
)

orgBudgetRoutes.get(
	'/:org_id/budgets/:budget_id/states',
	requires('org.settings', 'platform.read'),
	query(PageQuery),
	returns(200, z.array(BudgetState), 'List what is taken of a budget of an org, in the windows that run now', IS_CUT),
	async (c) => {
		const { org_id, budget_id } = c.req.param()
		await requireMembership(c, org_id, 'org.settings', 'platform.read')
		return c.json(await listStates(c, org_id, budget_id, c.req.valid('query')))
	},
)

orgBudgetRoutes.post(
	'/:org_id/budgets/rehearse',
	requires('org.settings', 'platform.read'),
	body(SimulateBudget),
	returns(200, BudgetSimulation, 'Simulate a budget: what it would have refused of the recorded runs', ASKS),
	async (c) => {
		const org_id = c.req.param('org_id')
		await requireMembership(c, org_id, 'org.settings', 'platform.read')
		const { budget, days } = c.req.valid('json')
		const { simulateBudget } = await import('./simulate.ts')
		return c.json(await simulateBudget(c, org_id, budget, days))
	},
)

export const budgetRoutes = new Hono<App>()

budgetRoutes.get(
	'/',
	requires('platform.read'),
	query(PageQuery),
	returns(200, z.array(Budget), "List the platform's budgets"),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await selectBudgets(c.var.db, PLATFORM, page)
		return c.json(page.close(rows, ({ id }) => id).map(toBudget))
	},
)

budgetRoutes.post(
	'/',
	requires('money.write'),
	body(CreatePlatformBudget),
	returns(201, Budget, 'Create a budget of the platform, for one org or for each'),
	refuses('name.taken'),
	async (c) => c.json(await createBudget(c, PLATFORM, c.req.valid('json')), 201),
)

budgetRoutes.get(
	'/:budget_id',
	requires('platform.read'),
	returns(200, Budget, 'Read a budget of the platform'),
	async (c) => taggedJson(c, await readBudget(c, PLATFORM, c.req.param('budget_id'))),
)

budgetRoutes.patch(
	'/:budget_id',
	requires('money.write'),
	body(UpdateBudget),
	returns(200, Budget, 'Change a budget of the platform'),
	refuses('name.taken'),
	async (c) => changedJson(c, await updateBudget(c, PLATFORM, c.req.param('budget_id'), c.req.valid('json'))),
)

budgetRoutes.delete(
	'/:budget_id',
	requires('money.write'),
	returns(204, undefined, 'Delete a budget of the platform'),
	async (c) => {
		await deleteBudget(c, PLATFORM, c.req.param('budget_id'))
		return c.body(null, 204)
	},
)

budgetRoutes.get(
	'/:budget_id/states',
	requires('platform.read'),
	query(PageQuery),
	returns(
		200,
		z.array(BudgetState),
		'List what is taken of a budget of the platform, in the windows that run now',
		IS_CUT,
	),
	async (c) => c.json(await listStates(c, PLATFORM, c.req.param('budget_id'), c.req.valid('query'))),
)

budgetRoutes.post(
	'/rehearse',
	requires('platform.read'),
	body(SimulatePlatformBudget),
	returns(200, BudgetSimulation, 'Simulate a budget of the platform on the recorded runs of an org', ASKS),
	refuses(404),
	async (c) => {
		const { budget, days } = c.req.valid('json')
		const { simulateBudget } = await import('./simulate.ts')
		return c.json(await simulateBudget(c, budget.org_id, budget, days))
	},
)

async function readBudget({ var: { db } }: Context<SignedIn>, owner: string, id: string) {
	const [budget] = await db.select().from(budgets).where(visibleBudget(owner, id)).limit(1)
	if (!budget) throw notFound('Budget')
	return toBudget(budget)
}
