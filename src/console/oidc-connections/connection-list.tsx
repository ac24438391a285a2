import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { page } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { AskOwners } from '../names/people.tsx'
import { oidcConnections as t } from '../text/en/oidc-connections.ts'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import type { PanelProps } from '../ui/page.tsx'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { callsOf, type Connection, type Owner, useLinkTo, useRules } from './calls.ts'
import { CreateConnection } from './create-connection.tsx'

const COLUMNS: Column<Connection>[] = [
	{ title: terms.name, cell: ({ name }) => name },
	{ title: t.fields.issuer, cell: ({ issuer }) => issuer, from: 'wide', isLong: true },
	{
		title: t.fields.domains,
		cell: ({ domains }) => t.proved_of(domains.filter(({ proved_at }) => proved_at).length, domains.length),
		from: 'medium',
	},
	{ title: terms.status, cell: (connection) => <States connection={connection} /> },
	{ title: t.failed, cell: ({ last_failed_at }) => <Ago time={last_failed_at} />, from: 'wide', align: 'end' },
]

export const ActiveBadge = ({ isActive }: { isActive: boolean }) => (
	<Badge tone={isActive ? 'normal' : 'neutral'}>{isActive ? t.active : t.inactive}</Badge>
)

/** Whether it's on, and what somebody who left has left to do. */
const States = ({ connection: { is_active, waits_since, scim_token_ends_at } }: { connection: Connection }) => (
	<>
		<ActiveBadge isActive={is_active} /> {waits_since !== null && <Badge tone="warn">{t.waits}</Badge>}{' '}
		{scim_token_ends_at !== null && <Badge tone="warn">{t.token_ends}</Badge>}
	</>
)

/** The button for another one with its dialog, or who may have it. */
export function CreateButton({ owner }: { owner: Owner }) {
	if (!useRules(owner)) return t.owners_only(owner === null)
	return (
		<DialogButton
			kind="primary"
			icon="plus"
			renderDialog={(onClose) => <CreateConnection owner={owner} onClose={onClose} />}
		>
			{t.create.action}
		</DialogButton>
	)
}

interface ConnectionListProps extends Pick<PanelProps, 'title' | 'hint' | 'actions'> {
	owner: Owner
	cursor?: string | undefined
}

/** The connections of an org or of the platform. */
export function ConnectionList({ owner, cursor, ...panel }: ConnectionListProps) {
	const mayEdit = useRules(owner)
	const linkTo = useLinkTo()
	const read = useQuery({
		queryKey: ['oidc-connections', owner, { cursor }],
		queryFn: () => page(callsOf(owner).list({ cursor, limit: rowsPerPage() })),
		placeholderData: keepPreviousData,
	})
	return (
		<ListPanel
			{...panel}
			label={shell.places.oidc_connections}
			read={read}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ id }) => linkTo(owner, id)}
			expected={3}
			empty={{
				icon: 'key',
				title: t.empty,
				hint: mayEdit || owner === null ? t.empty_hint : <AskOwners />,
			}}
		/>
	)
}

/** Those of an org, beside what else is about signing in there. */
export const OrgConnections = ({ org_id }: { org_id: string }) => (
	<ConnectionList
		owner={org_id}
		title={shell.places.oidc_connections}
		hint={t.hint}
		actions={<CreateButton owner={org_id} />}
	/>
)
