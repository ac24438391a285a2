import { api, type Schema } from '../api.ts'
import type { Owner } from './owner.ts'

export type Budget = Schema<'Budget'>
export type State = Schema<'BudgetState'>

interface Paging {
	cursor?: string | undefined
	limit: number
}

type Headers = Record<string, string>

// The platform's budgets and those of an org have the same operations, and the same responses.

export const listBudgets = (org_id: Owner, query: Paging) =>
	org_id === undefined
		? api.GET('/v1/admin/budgets', { params: { query } })
		: api.GET('/v1/orgs/{org_id}/budgets', { params: { path: { org_id }, query } })

export const readBudget = (org_id: Owner, budget_id: string) =>
	org_id === undefined
		? api.GET('/v1/admin/budgets/{budget_id}', { params: { path: { budget_id } } })
		: api.GET('/v1/orgs/{org_id}/budgets/{budget_id}', { params: { path: { org_id, budget_id } } })

export const listStates = (org_id: Owner, budget_id: string, query: Paging) =>
	org_id === undefined
		? api.GET('/v1/admin/budgets/{budget_id}/states', { params: { path: { budget_id }, query } })
		: api.GET('/v1/orgs/{org_id}/budgets/{budget_id}/states', { params: { path: { org_id, budget_id }, query } })

export const createBudget = (
	org_id: Owner,
	{ org_id: only, ...body }: Schema<'CreatePlatformBudget'>,
	headers: Headers,
) =>
	org_id === undefined
		? api.POST('/v1/admin/budgets', { body: { ...body, org_id: only }, headers })
		: api.POST('/v1/orgs/{org_id}/budgets', { params: { path: { org_id } }, body, headers })

export const updateBudget = (org_id: Owner, budget_id: string, body: Schema<'UpdateBudget'>, headers: Headers) =>
	org_id === undefined
		? api.PATCH('/v1/admin/budgets/{budget_id}', { params: { path: { budget_id } }, body, headers })
		: api.PATCH('/v1/orgs/{org_id}/budgets/{budget_id}', { params: { path: { org_id, budget_id } }, body, headers })

export const deleteBudget = (org_id: Owner, budget_id: string, headers: Headers) =>
	org_id === undefined
		? api.DELETE('/v1/admin/budgets/{budget_id}', { params: { path: { budget_id } }, headers })
		: api.DELETE('/v1/orgs/{org_id}/budgets/{budget_id}', { params: { path: { org_id, budget_id } }, headers })
