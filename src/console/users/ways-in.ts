import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../api.ts'

/** How a user can sign in. */
export const waysInQuery = (user_id: string) =>
	queryOptions({
		queryKey: ['users', user_id, 'ways-in'],
		queryFn: () => data(api.GET('/v1/admin/users/{user_id}/ways-in', { params: { path: { user_id } } })),
	})
