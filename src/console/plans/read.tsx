import { useQuery } from '@tanstack/react-query'
import { api, data, type Schema } from '../api.ts'

/** As many plans as a page of the API holds. A platform has few. */
const MOST = 200

/** All plans, for a choice and for their names. */
export function usePlans(): Schema<'Plan'>[] | undefined {
	const { data: plans } = useQuery({
		queryKey: ['plans', 'all'],
		queryFn: () => data(api.GET('/v1/plans', { params: { query: { limit: MOST } } })),
		staleTime: 60_000,
	})
	return plans
}

/** What a plan is called; its id while that is unknown. */
export const usePlanName = (plan_id: string): string =>
	usePlans()?.find(({ id }) => id === plan_id)?.display_name ?? plan_id

/** A plan by the name that people read. */
export const PlanName = ({ plan_id }: { plan_id: string }) => usePlanName(plan_id)
