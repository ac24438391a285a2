import type { RunFilters } from '../runs/search.ts'
import { useScope } from '../session/scope.ts'
import { useMay } from '../session/session.ts'
import { type Days, timesOf } from '../usage/period.ts'

/** A link to the runs that began in the chosen days, with more filters or other days. */
export type RunLink = (
	more?: Pick<RunFilters, 'status' | 'model' | 'user_id'>,
	days?: Days,
) => { to: '/runs'; search: RunFilters & { org_id?: string } }

/** Undefined if the user may not see runs. Operators see the runs of all orgs, so theirs name the org. */
export function useRunLink(org_id: string | undefined, all: Days): RunLink | undefined {
	const isOfPlatform = useScope() === 'platform'
	const mayRead = useMay('org.settings', 'platform.read')
	if (!mayRead) return undefined
	return (more = {}, days = all) => ({
		to: '/runs',
		search: { ...timesOf(days), ...more, ...(isOfPlatform && org_id !== undefined ? { org_id } : {}) },
	})
}
