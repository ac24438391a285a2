import { QueryCache, QueryClient } from '@tanstack/react-query'
import { Refusal } from './api.ts'
import { untilDone } from './calls/trouble.ts'
import { mutations } from './change/refresh.ts'

/** Nothing came that our API says, as when it's restarted or the connection broke. */
const isUnanswered = (error: unknown) =>
	error instanceof Refusal && (error.status === 0 || (error.status >= 500 && error.code === 'unknown'))

/** It may work a moment later. */
const mayPass = (error: unknown) => isUnanswered(error) || (error instanceof Refusal && error.status === 503)

/** What was read, and the changes that make it stale. */
export const queries = new QueryClient({
	queryCache: new QueryCache({ onError: (error) => mayPass(error) && void recover(error) }),
	mutationCache: mutations,
	defaultOptions: {
		queries: {
			retry: (failures, error) => failures < 2 && mayPass(error),
			staleTime: 10_000,
			refetchOnWindowFocus: true,
		},
	},
})

const isReady = () =>
	fetch('/readyz', { cache: 'no-store' }).then(
		({ ok }) => ok,
		() => false,
	)

let isWaiting = false

/** Waits until Plinth is back, and then reads again what failed meanwhile. So a page that failed heals by itself. */
async function recover(error: unknown) {
	// A part that's switched off also answers 503, and stays off.
	if (isWaiting || (!isUnanswered(error) && (await isReady()))) return
	isWaiting = true
	await untilDone(async () => {
		if (!(await isReady())) return false
		await queries.refetchQueries({ type: 'active', predicate: ({ state }) => mayPass(state.error) })
		return !queries
			.getQueryCache()
			.findAll({ type: 'active' })
			.some(({ state }) => isUnanswered(state.error))
	})
	isWaiting = false
}
