import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { api, data, type Schema } from '../api.ts'
import { OrgName } from '../names/org-name.tsx'
import { useLinkTo } from '../oidc-connections/calls.ts'
import { useIsOperator } from '../session/session.ts'
import { leftBehind as t } from '../text/en/left-behind.ts'
import { terms } from '../text/en/terms.ts'
import { Notice } from '../ui/failure.tsx'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { TwoLines } from '../ui/two-lines.tsx'

type Left = Schema<'LeftBehind'>['items'][number]

const WHAT: Column<Left> = {
	title: t.columns.what,
	cell: ({ kind, name }) => <TwoLines name={name} below={t.kinds[kind]} />,
}

const REST: Column<Left>[] = [
	{ title: t.columns.next, cell: ({ kind }) => t.next[kind] },
	{ title: terms.since, cell: ({ left_at }) => <Ago time={left_at} />, from: 'medium', align: 'end' },
]

const ORG: Column<Left> = {
	title: terms.org,
	cell: ({ org_id }) => (org_id === null ? terms.platform : <OrgName org_id={org_id} />),
	from: 'medium',
}

const PERSON: Column<Left> = { title: t.columns.by, cell: ({ username }) => username, from: 'medium' }

interface LeftBehindProps {
	of: { org_id: string } | { user_id: string }
}

/** What people left in an org, or one person anywhere, who may no longer decide there. */
export function LeftBehind({ of }: LeftBehindProps) {
	const linkToConnection = useLinkTo()
	const isOperator = useIsOperator()
	const isOfOrg = 'org_id' in of
	const {
		data: left,
		error,
		refetch,
	} = useQuery({
		queryKey: ['left-behind', of],
		queryFn: () =>
			data(
				isOfOrg
					? api.GET('/v1/orgs/{org_id}/left-behind', { params: { path: of } })
					: api.GET('/v1/admin/users/{user_id}/left-behind', { params: { path: of } }),
			),
	})
	/** Where somebody confirms, renews or deletes it. */
	const linkOf = ({ kind, id, org_id, service_account_id: account_id }: Left): LinkProps => {
		if (kind === 'invitation')
			return isOperator && org_id !== null
				? { to: '/orgs/$org_id', params: { org_id } }
				: { to: '/your-org', search: { tab: 'members' } }
		return account_id === null
			? linkToConnection(org_id, id)
			: { to: '/service-accounts/$account_id', params: { account_id }, search: { org_id: org_id ?? undefined } }
	}
	return (
		<Panel title={t.title} hint={isOfOrg ? t.hint : t.hint_of_person} noPadding>
			<Table
				label={t.title}
				columns={[WHAT, isOfOrg ? PERSON : ORG, ...REST]}
				rows={left?.items}
				keyOf={({ kind, id }) => `${kind} ${id}`}
				linkOf={linkOf}
				error={error}
				onRetry={() => void refetch()}
				expected={1}
				empty={<Notice icon="check" title={t.empty} hint={t.empty_hint} />}
			/>
		</Panel>
	)
}
