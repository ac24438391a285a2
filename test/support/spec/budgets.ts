import { unique } from '../world.ts'
import { type Here, money, OR_READS, reads, type Row, type Rows } from './row.ts'

const ofAdmin: Pick<Row, 'access' | 'stranger'> = { access: 'permission:org.settings', stranger: 'not found' }

const newBudget = (fields: object = {}) => ({
	name: unique('budget'),
	scope: 'agent',
	unit: 'credits',
	limit: 10,
	window: 'day',
	...fields,
})

/** A budget of the samples' org. */
const ofOrg = async ({ owner, org_id }: Here): Promise<{ org_id: string; budget_id: string }> => ({
	org_id,
	budget_id: (await owner.post(`/v1/orgs/${org_id}/budgets`, newBudget())).body.id,
})

// For the samples' org only: one for all orgs would count the runs of other tests.
const ofPlatform = async ({ admin, org_id }: Here): Promise<{ budget_id: string }> => ({
	budget_id: (await admin.post('/v1/admin/budgets', newBudget({ org_id }))).body.id,
})

/** One D1 call for the org, and one for each 10,000 runs. */
const READS = { warm: 2, why: 'It reads the runs in pieces, after looking for the org' }

export const budgets: Rows = {
	'GET /v1/orgs/{org_id}/budgets': {
		...ofAdmin,
		access: OR_READS,
		read: async (here) => ({ at: { org_id: (await ofOrg(here)).org_id } }),
	},
	'POST /v1/orgs/{org_id}/budgets': {
		...ofAdmin,
		write: ({ org_id }) => ({ at: { org_id }, body: newBudget(), status: 201 }),
	},
	'GET /v1/orgs/{org_id}/budgets/{budget_id}': {
		...ofAdmin,
		access: OR_READS,
		read: async (here) => ({ at: await ofOrg(here) }),
	},
	'PATCH /v1/orgs/{org_id}/budgets/{budget_id}': {
		...ofAdmin,
		write: async (here) => ({ at: await ofOrg(here), body: { limit: 20 } }),
	},
	'DELETE /v1/orgs/{org_id}/budgets/{budget_id}': {
		...ofAdmin,
		write: async (here) => ({ at: await ofOrg(here), status: 204 }),
	},
	'GET /v1/orgs/{org_id}/budgets/{budget_id}/states': {
		...ofAdmin,
		access: OR_READS,
		read: async (here) => ({ at: await ofOrg(here) }),
	},
	'POST /v1/orgs/{org_id}/budgets/rehearse': {
		...ofAdmin,
		access: OR_READS,
		asks: true,
		write: ({ org_id }) => ({ at: { org_id }, body: { budget: newBudget(), days: 7 } }),
		d1: READS,
	},
	'GET /v1/admin/budgets/{budget_id}/states': { ...reads, read: async (here) => ({ at: await ofPlatform(here) }) },
	'POST /v1/admin/budgets/rehearse': {
		...reads,
		asks: true,
		write: ({ org_id }) => ({ body: { budget: newBudget({ org_id }), days: 7 } }),
		d1: READS,
	},
	'GET /v1/admin/budgets': { ...reads, read: () => ({}) },
	'POST /v1/admin/budgets': {
		...money,
		write: ({ org_id }) => ({ body: newBudget({ org_id }), status: 201 }),
	},
	'GET /v1/admin/budgets/{budget_id}': { ...reads, read: async (here) => ({ at: await ofPlatform(here) }) },
	'PATCH /v1/admin/budgets/{budget_id}': {
		...money,
		write: async (here) => ({ at: await ofPlatform(here), body: { mode: 'observe' } }),
	},
	'DELETE /v1/admin/budgets/{budget_id}': {
		...money,
		write: async (here) => ({ at: await ofPlatform(here), status: 204 }),
	},
}
