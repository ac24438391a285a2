import type { Context } from 'hono'
import * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { dear } from '../../ground/http/access.ts'
import { body, bodyAt, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { notFound } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { may, READERS } from '../../tenancy/orgs/doors.ts'
import { createBudget, deleteBudget, updateBudget } from './change.ts'
import { selectBudgets, toBudget, visibleBudget } from './columns.ts'
import { configuredBudgets } from './configured.ts'
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

/** At both doors: `/v1/admin/budgets`, and `/v1/orgs/:org_id/budgets`, where those of the platform that apply show too. */
export const budgetRoutes = routes()

budgetRoutes.get(
	'/',
	may(READERS),
	query(PageQuery),
	returns(200, z.array(Budget), {
		platform: "List the platform's budgets",
		org: "List an org's budgets, and those of the platform that apply to it",
	}),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await rowsOfOrg(c.var.db, c.var.owner, selectBudgets(c.var.db, c.var.owner, page))
		return c.json(page.close(rows, ({ id }) => id).map(toBudget))
	},
)

budgetRoutes.get(
	'/:budget_id',
	may(READERS),
	returns(200, Budget, { platform: 'Read a budget of the platform', org: 'Read a budget that applies to an org' }),
	async (c) => taggedJson(c, await readBudget(c, c.req.param('budget_id'))),
)

budgetRoutes.patch(
	'/:budget_id',
	may(configuredBudgets),
	dear('org'),
	body(UpdateBudget),
	returns(200, Budget, { platform: 'Change a budget of the platform', org: 'Change a budget of an org' }),
	refuses('name.taken', { org: 'budgets.of_platform' }),
	async (c) => changedJson(c, await updateBudget(c, c.var.owner, c.req.param('budget_id'), c.req.valid('json'))),
)

budgetRoutes.delete(
	'/:budget_id',
	may(configuredBudgets),
	returns(204, undefined, { platform: 'Delete a budget of the platform', org: 'Delete a budget of an org' }),
	refuses({ org: 'budgets.of_platform' }),
	async (c) => {
		await deleteBudget(c, c.var.owner, c.req.param('budget_id'))
		return c.body(null, 204)
	},
)

budgetRoutes.get(
	'/:budget_id/states',
	may(READERS),
	query(PageQuery),
	returns(
		200,
		z.array(BudgetState),
		{
			platform: 'List what is taken of a budget of the platform, in the windows that run now',
			org: 'List what is taken of a budget of an org, in the windows that run now',
		},
		IS_CUT,
	),
	async (c) => c.json(await listStates(c, c.var.owner, c.req.param('budget_id'), c.req.valid('query'))),
)

budgetRoutes.post(
	'/',
	may(configuredBudgets),
	dear('org'),
	// What the platform sends names the org.
	bodyAt({ platform: CreatePlatformBudget, org: CreateBudget }),
	returns(201, Budget, {
		platform: 'Create a budget of the platform, for one org or for each',
		org: 'Create a budget of an org',
	}),
	refuses('name.taken', { org: 'limit.reached' }),
	async (c) => {
		const { owner } = c.var
		return c.json(await createBudget(c, owner, { org_id: owner, ...c.req.valid('json') }), 201)
	},
)

/** At both doors as well. */
export const budgetSimulationRoutes = routes()

budgetSimulationRoutes.post(
	'/rehearse',
	may(READERS),
	dear('org'),
	bodyAt({ platform: SimulatePlatformBudget, org: SimulateBudget }),
	returns(
		200,
		BudgetSimulation,
		{
			platform: 'Simulate a budget of the platform on the recorded runs of an org',
			org: 'Simulate a budget: what it would have refused of the recorded runs',
		},
		{ changes: false },
	),
	refuses({ platform: 404 }),
	async (c) => {
		const { budget, days } = c.req.valid('json')
		const { org_id } = { org_id: c.var.owner, ...budget }
		const { simulateBudget } = await import('./simulate.ts')
		return c.json(await simulateBudget(c, org_id, budget, days))
	},
)

async function readBudget({ var: { db, owner } }: Context<SignedIn>, id: string) {
	const [budget] = await db.select().from(budgets).where(visibleBudget(owner, id)).limit(1)
	if (!budget) throw notFound('Budget')
	return toBudget(budget)
}
