import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, data, page, type Schema } from '../api.ts'

export type Member = Schema<'OrgMember'>

/** An org has 1,000 members, unless the platform allows more. */
const MOST = 1_000

/** Everybody in an org: for names, and for who its owners are. */
export const membersQuery = (org_id: string) =>
	queryOptions({ queryKey: ['members', org_id, 'all'], queryFn: () => everybodyIn(org_id), staleTime: 60_000 })

export const useMembers = (org_id: string) => useQuery(membersQuery(org_id)).data

/** The service accounts of an org, for their names. */
export const accountsQuery = (org_id: string) =>
	queryOptions({
		queryKey: ['service-accounts', org_id, 'names'],
		queryFn: () => accountsIn(org_id),
		staleTime: 60_000,
	})

export const accountsIn = (org_id: string) =>
	data(api.GET('/v1/orgs/{org_id}/service-accounts', { params: { path: { org_id }, query: { limit: 200 } } }))

/** All members of an org. */
export async function everybodyIn(org_id: string): Promise<Member[]> {
	const all: Member[] = []
	let cursor: string | undefined
	do {
		const query = { cursor, limit: 200 }
		// oxlint-disable-next-line no-await-in-loop -- each page has the cursor of the next
		const { rows, next } = await page(api.GET('/v1/orgs/{org_id}/members', { params: { path: { org_id }, query } }))
		all.push(...rows)
		cursor = next
	} while (cursor && all.length < MOST)
	return all
}
