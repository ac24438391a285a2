import { useQuery } from '@tanstack/react-query'
import { data, page } from '../api.ts'
import type { Owner } from '../budgets/owner.ts'
import { type Budget, listBudgets, listStates, type State } from '../budgets/read.ts'
import { isExpired } from '../budgets/words.tsx'

/** A list reads the states of so many budgets. */
const MOST = 8
const STATES = 200

export interface Limit {
	budget: Budget
	states: State[]
	/** There are more states than were read. */
	isCut: boolean
}

type Of = { org_id: string; agent_id: string | null }

async function limitsOf(owner: Owner): Promise<Limit[]> {
	const all = await data(listBudgets(owner, { limit: 200 }))
	const ofAgents = all.filter((budget) => budget.scope === 'agent' && !isExpired(budget)).slice(0, MOST)
	return Promise.all(
		ofAgents.map(async (budget) => {
			const { rows, next } = await page(listStates(owner, budget.id, { limit: STATES }))
			return { budget, states: rows, isCut: next !== undefined }
		}),
	)
}

/** The budgets of agents that apply to an org, or the platform's, with what's used of them. */
export const useLimits = (owner: Owner): Limit[] | undefined =>
	useQuery({ queryKey: ['budgets', owner, 'of-agents'], queryFn: () => limitsOf(owner) }).data

/** What an agent has used of a budget. Undefined if nothing, null if that's unknown. */
export const stateOf = ({ states, isCut }: Limit, { org_id, agent_id }: Of): State | undefined | null =>
	states.find((state) => state.subject === agent_id && state.org_id === org_id) ?? (isCut ? null : undefined)

/** The budgets that limit an agent. */
export const limitsFor = (limits: Limit[], { org_id, agent_id }: Of): Limit[] =>
	limits.filter(
		({ budget }) =>
			(budget.subject === null || budget.subject === agent_id) && (budget.org_id === null || budget.org_id === org_id),
	)

/** The budget that an agent has used up the most. */
export const tightestFor = (limits: Limit[], of: Of): Limit | undefined =>
	limitsFor(limits, of).toSorted((one, other) => leftOf(one, of) - leftOf(other, of))[0]

function leftOf(limit: Limit, of: Of): number {
	const state = stateOf(limit, of)
	return state ? state.remaining / Math.max(limit.budget.limit, 1) : 1
}
