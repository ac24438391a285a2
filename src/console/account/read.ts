import { useQuery } from '@tanstack/react-query'
import { api, page } from '../api.ts'

/** The orgs that the user belongs to. */
export const useMyOrgs = () =>
	useQuery({
		queryKey: ['my-orgs'],
		queryFn: () => page(api.GET('/v1/me/orgs', { params: { query: { limit: 200 } } })),
	})
