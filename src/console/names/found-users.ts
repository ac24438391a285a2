import { useQuery } from '@tanstack/react-query'
import { api, data, type Schema } from '../api.ts'

/** The first twenty users that a search finds, to choose one from. Until it has answered, those of the search before. */
export function useFoundUsers(q: string): Schema<'User'>[] {
	const { data: users = [] } = useQuery({
		queryKey: ['users', 'pick', q],
		queryFn: () => data(api.GET('/v1/admin/users', { params: { query: { q: q || undefined, limit: 20 } } })),
		placeholderData: (old: Schema<'User'>[] | undefined) => old,
	})
	return users
}
