import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, page, type Page, type Schema } from '../api.ts'

export type Agent = Schema<'Agent'>

interface AgentQuery {
	start?: string
	end?: string
	q?: string | undefined
	agent_id?: string
	limit?: number
	cursor?: string | undefined
}

/** A page of the agents that runs name: of an org, or of all orgs. */
export const listAgents = (org_id: string | undefined, query: AgentQuery): Promise<Page<Agent>> =>
	page(
		org_id === undefined
			? api.GET('/v1/admin/agents', { params: { query } })
			: api.GET('/v1/orgs/{org_id}/agents', { params: { path: { org_id }, query } }),
	)

/** The agents that a form or the palette offers for a text. */
export const offeredQuery = (org_id: string | undefined, q: string, limit: number) =>
	queryOptions({
		queryKey: ['agents', org_id, 'offered', q, limit],
		queryFn: async () => (await listAgents(org_id, { q: q || undefined, limit })).rows,
		staleTime: 30_000,
	})

const MONTH_MS = 30 * 86_400_000
/** The most pages that a question for one name reads. A page of all orgs may be short. */
const PAGES = 5

/** Whether a run of the last 30 days has this name, also one in progress. Undefined if that's too much to look through. */
async function isUsed(org_id: string | undefined, agent_id: string): Promise<boolean | undefined> {
	const from = new Date(Date.now() - MONTH_MS).toISOString()
	const query = { agent_id, from, limit: 1 }
	const runs = await page(
		org_id === undefined
			? api.GET('/v1/admin/runs', { params: { query } })
			: api.GET('/v1/orgs/{org_id}/runs', { params: { path: { org_id }, query } }),
	)
	if (runs.rows.length > 0) return true
	let cursor: string | undefined
	for (let read = 0; read < PAGES; read += 1) {
		// oxlint-disable-next-line no-await-in-loop -- each page has the cursor of the next
		const found = await listAgents(org_id, { agent_id, limit: 1, cursor })
		if (found.rows.length > 0) return true
		if (!found.next) return false
		cursor = found.next
	}
	return undefined
}

/** Whether runs have used a name; undefined while that's unknown. */
export const useIsUsed = (org_id: string | undefined, agent_id: string): boolean | undefined =>
	useQuery({
		queryKey: ['agents', org_id, 'used', agent_id],
		queryFn: async () => (await isUsed(org_id, agent_id)) ?? null,
		enabled: agent_id !== '',
		staleTime: 30_000,
	}).data ?? undefined
