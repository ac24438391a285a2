import { useQuery } from '@tanstack/react-query'
import { api, page, type Schema } from '../api.ts'
import { useIsOperator, useMay, useMe } from '../session/session.ts'

export type Pause = Schema<'Pause'>

/** An org has at most 1,000 pauses. */
const PAGES = 5

/** The pauses of agents that an org has set, or the platform. */
async function pausesOfAgents(org_id: string | null): Promise<Pause[]> {
	const found: Pause[] = []
	let cursor: string | undefined
	for (let read = 0; read < PAGES; read += 1) {
		const query = { limit: 200, cursor }
		// oxlint-disable-next-line no-await-in-loop -- each page has the cursor of the next
		const { rows, next } = await page(
			org_id === null
				? api.GET('/v1/admin/pauses', { params: { query } })
				: api.GET('/v1/orgs/{org_id}/pauses', { params: { path: { org_id }, query } }),
		)
		found.push(...rows.filter(({ scope }) => scope === 'agent'))
		if (!next) break
		cursor = next
	}
	return found
}

/**
 * The pauses of agents that concern the runs of an org, or of all orgs: the platform's first, as far as the user may see them, then the
 * org's own. Undefined while they load.
 */
export function usePausesOfAgents(org_id: string | undefined): Pause[] | undefined {
	const isOperator = useIsOperator()
	const { data: ofPlatform } = useQuery({
		queryKey: ['pauses', null, 'agents'],
		queryFn: () => pausesOfAgents(null),
		enabled: isOperator,
	})
	const { data: ofOrg } = useQuery({
		queryKey: ['pauses', org_id, 'agents'],
		queryFn: () => pausesOfAgents(org_id ?? null),
		enabled: org_id !== undefined,
	})
	const [first, second] = [isOperator ? ofPlatform : [], org_id === undefined ? [] : ofOrg]
	return first && second && [...first, ...second]
}

/** For whom the user may pause agents of an org: the org, the platform and so all orgs (null), or nobody (undefined). */
export function usePauser(org_id: string): string | null | undefined {
	const { org_id: mine } = useMe()
	const [ofOrg, isAdmin, ofPlatform] = [useMay('org.settings'), useMay('platform_admin'), useMay('platform.write')]
	if (org_id === mine ? ofOrg : isAdmin) return org_id
	return ofPlatform ? null : undefined
}
