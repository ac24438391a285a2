import { api, data, page, type Page, type Schema } from '../api.ts'
import { useScope } from '../session/scope.ts'
import { useMe } from '../session/session.ts'
import type { RunFilters } from './search.ts'

// The platform reads all runs, and an org its own. The responses are the same.

type Run = Schema<'Run'>

/** How often a page refreshes what's in progress. */
export const FRESH_MS = 10_000

export const runsOfOrg = (org_id: string, filters: RunFilters, limit: number): Promise<Page<Run>> =>
	page(api.GET('/v1/orgs/{org_id}/runs', { params: { path: { org_id }, query: { ...filters, limit } } }))

/** The runs that the user may see. */
export function useReader() {
	const isOfPlatform = useScope() === 'platform'
	const { org_id: mine } = useMe()
	return {
		list: ({ org_id, ...filters }: RunFilters & { org_id?: string | undefined }, limit: number) =>
			isOfPlatform
				? page(api.GET('/v1/admin/runs', { params: { query: { ...filters, org_id, limit } } }))
				: runsOfOrg(mine, filters, limit),
		one: (run_id: string): Promise<Run> =>
			data(
				isOfPlatform
					? api.GET('/v1/admin/runs/{run_id}', { params: { path: { run_id } } })
					: api.GET('/v1/orgs/{org_id}/runs/{run_id}', { params: { path: { org_id: mine, run_id } } }),
			),
		/** What a run did to the balance of its org. */
		entries: async ({ org_id, run_id }: Run): Promise<Schema<'LedgerEntry'>[]> => {
			const query = { reference_type: 'run', reference_id: run_id }
			const { transactions } = await data(
				isOfPlatform
					? api.GET('/v1/admin/credits', { params: { query: { ...query, org_id } } })
					: api.GET('/v1/me/credits', { params: { query } }),
			)
			return transactions
		},
	}
}
