import { useQuery } from '@tanstack/react-query'
import { useMe } from '../session/session.ts'
import { language } from '../text/en/language.ts'
import { orgLog } from '../text/en/org-log.ts'
import { yourOrg } from '../text/en/your-org.ts'
import { accountsQuery, useMembers } from './members.ts'

const t = yourOrg.ask

/** Whom to ask for what only owners and admins may do, by name. */
export function AskOwners() {
	const { org_id } = useMe()
	const members = useMembers(org_id)
	if (!members) return t.loading
	const owners = members.filter(({ role }) => role === 'owner').map(({ username }) => username)
	return owners.length === 0
		? t.nobody
		: t.owners(new Intl.ListFormat(language.locale, { type: 'disjunction' }).format(owners), owners.length)
}

/** Who did something in the org, by name. An org doesn't learn who operates the platform, so anyone who isn't a member has none. */
export const ActorName = ({ org_id, id }: { org_id: string; id: string }) =>
	id.startsWith('svc_') ? <ServiceName org_id={org_id} id={id} /> : <MemberName org_id={org_id} id={id} />

function MemberName({ org_id, id }: { org_id: string; id: string }) {
	const members = useMembers(org_id)
	const found = members?.find(({ user_id }) => user_id === id)
	if (!members) return <code>{id}</code>
	return found ? (
		<span title={found.login}>{found.username}</span>
	) : (
		<span title={orgLog.outsider_hint}>{orgLog.outsider}</span>
	)
}

function ServiceName({ org_id, id }: { org_id: string; id: string }) {
	const { data: accounts } = useQuery(accountsQuery(org_id))
	return accounts?.find((account) => account.id === id)?.name ?? <code>{id}</code>
}
