import { useQuery } from '@tanstack/react-query'
import { api, data } from '../api.ts'
import { type Permission, useIsOperator, useMay } from '../session/session.ts'

/** The longest page of the API. A platform has fewer operators. */
const MOST = 200

/** What changing a user, their sessions, keys and memberships takes. Only platform admins reach a user with a platform role. */
export function useNeeded(): (user_id: string) => readonly Permission[] {
	const isAdmin = useMay('platform_admin')
	const isOperator = useIsOperator()
	const { data: operators } = useQuery({
		queryKey: ['operators', 'all'],
		queryFn: () => data(api.GET('/v1/admin/operators', { params: { query: { limit: MOST } } })),
		enabled: !isAdmin && isOperator,
		staleTime: 60_000,
	})
	return (user_id) => (operators?.some((one) => one.user_id === user_id) ? ['platform_admin'] : ['people.write'])
}

export const useNeededFor = (user_id: string) => useNeeded()(user_id)
