import { MutationCache, type QueryClient } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
	interface Register {
		mutationMeta: { refreshes?: string[] | undefined }
	}
}

/** The longest that a change waits for its re-reads. */
const READS_WITHIN_MS = 3_000

/** A preview stays as it was shown. With an outdated tag the API couldn't repeat it. */
const isPreview = (key: unknown) => key === 'rehearsal'

/**
 * Marks all that was read as stale, or only what has these first members of its key. What is on the screen is read again at
 * once, each query once. The rest waits until a screen shows it.
 */
export async function refresh(queries: QueryClient, only?: string[]): Promise<void> {
	const reads = queries.invalidateQueries({
		predicate: ({ queryKey: [key] }) => !isPreview(key) && (only?.includes(String(key)) ?? true),
	})
	await Promise.race([reads, new Promise((done) => setTimeout(done, READS_WITHIN_MS))])
}

/**
 * After each change everything is stale, so no screen has to know what its write touches. Who reads that a change is done may
 * act at once, and under a tag from before the API would refuse that. So a change is done when the screen shows its result.
 */
export const mutations = new MutationCache({
	onSettled: (_data, error, _input, _result, { meta }, { client }) =>
		error ? undefined : refresh(client, meta?.refreshes),
})
