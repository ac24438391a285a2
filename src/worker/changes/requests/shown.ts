import type { Change } from './proposal.ts'

/** A proposed change as it's returned: without what only a grant compares. */
export const shown = ({ digest: _, ...change }: Change) => change

/** A proposed change as an org sees it: what its log doesn't show it, its requests don't either. */
export function shownToOrg(change: Change) {
	const changes = change.changes.map((one) =>
		['sessions', 'redemption_codes'].includes(one.target_type) ? { ...one, before: null, after: null } : one,
	)
	return { ...shown(change), changes }
}
