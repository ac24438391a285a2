import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Failure } from './failure.tsx'
import { PageSkeleton } from './page.tsx'

type Detail<T> = [found: T, instead: null] | [found: undefined, instead: ReactElement]

/**
 * What a page is about, or what the page shows in its place: a skeleton, or why it couldn't be read. If a later read fails, the
 * page stays as it is.
 */
export function useDetail<T>(query: Pick<UseQueryOptions<T>, 'queryKey' | 'queryFn' | 'refetchInterval'>): Detail<T> {
	const { data, error, refetch } = useQuery(query)
	if (data !== undefined) return [data, null]
	const instead = error ? <Failure refusal={error} onRetry={() => void refetch()} isPage /> : <PageSkeleton />
	return [undefined, instead]
}
