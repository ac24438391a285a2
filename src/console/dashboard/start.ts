import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { platformNumbers } from './figures.tsx'

// Whether the first steps are shown. A browser remembers when they are done or hidden, so that later visits don't ask again.

const KEY = 'plinth.steps'

export function useSteps(): [areOpen: boolean, close: () => void] {
	const [areOpen, setAreOpen] = useState(() => localStorage.getItem(KEY) === null)
	const close = useCallback(() => {
		localStorage.setItem(KEY, 'closed')
		setAreOpen(false)
	}, [])
	return [areOpen, close]
}

/** While an instance has no runs, it looks for the first. */
const WAIT_MS = 10_000

/** Whether the platform has had no run yet. */
export function useHasNoRuns(enabled: boolean): boolean {
	const { data } = useQuery({
		...platformNumbers,
		enabled,
		refetchInterval: ({ state }) => (state.data?.total_runs === 0 ? WAIT_MS : false),
	})
	return enabled && data?.total_runs === 0
}
