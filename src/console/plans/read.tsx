import { useQuery } from '@tanstack/react-query'
import { api, data, type Schema } from '../api.ts'

/** The API's page size. A platform has few plans. */
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

/** A plan's name, or its ID while the name is unknown. */
export const usePlanName = (plan_id: string): string =>
	usePlans()?.find(({ id }) => id === plan_id)?.display_name ?? plan_id

/** A plan's display name. */
export const PlanName = ({ plan_id }: { plan_id: string }) => usePlanName(plan_id)

/** The subscription that gives an org its plan now; null if none does. */
export const useCurrentSubscription = (org_id: string) =>
	useQuery({
		queryKey: ['subscriptions', 'current', org_id],
		queryFn: async () => {
			const query = { org_id, status: 'active', starts: 'now', limit: 1 } as const
			const [current] = await data(api.GET('/v1/subscriptions', { params: { query } }))
			return current ?? null
		},
	}).data
