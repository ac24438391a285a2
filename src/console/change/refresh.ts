import { MutationCache, type QueryClient } from '@tanstack/react-query'
import type { Tagged } from '../api.ts'

declare module '@tanstack/react-query' {
	interface Register {
		mutationMeta: { refreshes?: string[] | undefined }
	}
}

/** The longest that a change waits for its re-reads. */
const READS_WITHIN_MS = 10_000

/** A preview stays as it was shown. With an outdated tag the API couldn't repeat it. */
const isPreview = (key: unknown) => key === 'dry-run'

/**
 * Marks everything that was read as stale, or only queries whose key starts with these elements. What's on screen is read again
 * immediately, each query once. The rest waits until a screen shows it.
 */
export async function refresh(queries: QueryClient, only?: string[]): Promise<void> {
	const reads = queries.invalidateQueries({
		predicate: ({ queryKey: [key] }) => !isPreview(key) && (only?.includes(String(key)) ?? true),
	})
	await Promise.race([reads, new Promise((done) => setTimeout(done, READS_WITHIN_MS))])
}

/** Puts what a change stored wherever the state before it was read. */
export const keep = (queries: QueryClient, old_tag: string, { value, etag }: Tagged<unknown>): void =>
	void queries.setQueriesData<Tagged<object>>(
		{ predicate: ({ state }) => (state.data as Partial<Tagged<object>> | undefined)?.etag === old_tag },
		(old) => old && { value: { ...old.value, ...(value as object) }, etag },
	)

/**
 * After each change everything is stale, so no screen has to know what its write affects. Users may act as soon as a change is
 * reported as done, and with an old tag the API would refuse that. So a change isn't done until the screen shows its result.
 */
export const mutations = new MutationCache({
	onSettled: (_data, error, _input, _result, { meta }, { client }) =>
		error ? undefined : refresh(client, meta?.refreshes),
})
