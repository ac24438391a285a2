import { useQueries } from '@tanstack/react-query'
import { api, data } from '../api.ts'
import type { Thing } from '../places/place.ts'
import { useMay, useMe } from '../session/session.ts'
import { matchOf } from './match.ts'

const query = { limit: 200 }

interface Named {
	id: string
	name: string
}

/** What has a name in an org. Its admins have no search, so these are read and looked through. */
const listsOf = (org_id: string): [Thing['kind'], () => Promise<Named[]>][] => [
	['budget', () => data(api.GET('/v1/orgs/{org_id}/budgets', { params: { path: { org_id }, query } }))],
	[
		'service_account',
		() => data(api.GET('/v1/orgs/{org_id}/service-accounts', { params: { path: { org_id }, query } })),
	],
	['llm_provider', () => data(api.GET('/v1/llm-providers', { params: { query } }))],
	['mcp_config', () => data(api.GET('/v1/mcp-configs', { params: { query } }))],
]

/** So many of a kind. */
const MOST = 5

/** The things of the org you act in whose names match. */
export function useOwnThings(isAsked: boolean, q: string): Thing[] {
	const { org_id } = useMe()
	const mayRead = useMay('org.settings')
	const lists = useQueries({
		queries: listsOf(org_id).map(([kind, queryFn]) => ({
			queryKey: ['palette', org_id, kind],
			queryFn,
			enabled: isAsked && mayRead,
			staleTime: 60_000,
		})),
	})
	if (!isAsked) return []
	return listsOf(org_id).flatMap(([kind], index) =>
		(lists[index]?.data ?? [])
			.filter(({ name }) => matchOf(q, name) > 0)
			.slice(0, MOST)
			.map(({ id, name }): Thing => ({ kind, id, title: name, subtitle: null, org_id })),
	)
}
