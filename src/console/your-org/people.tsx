import { useQuery } from '@tanstack/react-query'
import { api, page, type Schema } from '../api.ts'
import { orgLog } from '../text/en/org-log.ts'
import { yourOrg } from '../text/en/your-org.ts'

const t = yourOrg.ask

export type Member = Schema<'OrgMember'>

/** An org has 1,000 members, unless the platform allows more. */
const MOST = 1_000

/** Everybody in an org: for names, and for who its owners are. */
export const useMembers = (org_id: string) =>
	useQuery({ queryKey: ['members', org_id, 'all'], queryFn: () => everybodyIn(org_id), staleTime: 60_000 }).data

async function everybodyIn(org_id: string): Promise<Member[]> {
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

/** Whom to ask for what only owners and admins may do, by name. */
export function AskOwners({ org_id }: { org_id: string }) {
	const members = useMembers(org_id)
	if (!members) return t.loading
	const owners = members.filter(({ role }) => role === 'owner').map(({ username }) => username)
	return owners.length === 0
		? t.nobody
		: t.owners(new Intl.ListFormat('en', { type: 'disjunction' }).format(owners), owners.length)
}

/** A member's name. Whoever isn't one has no name here: an org doesn't learn who operates the platform. */
export function MemberName({ org_id, user_id }: { org_id: string; user_id: string }) {
	const members = useMembers(org_id)
	const found = members?.find((member) => member.user_id === user_id)
	if (!members) return <code>{user_id}</code>
	return found ? (
		<span title={found.login}>{found.username}</span>
	) : (
		<span title={orgLog.outsider_hint}>{orgLog.outsider}</span>
	)
}
