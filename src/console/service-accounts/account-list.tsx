import { useQuery } from '@tanstack/react-query'
import { Scopes } from '../api-keys/scopes.tsx'
import { api, page } from '../api.ts'
import { Only } from '../change/only.tsx'
import { ListPanel } from '../lists/list.tsx'
import { serviceAccounts as t } from '../text/en/service-accounts.ts'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { number } from '../ui/format.ts'
import type { PanelProps } from '../ui/page.tsx'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { CreateAccount } from './create-account.tsx'
import { type Account, useNeededToGive } from './needed.ts'

const COLUMNS: Column<Account>[] = [
	{ title: terms.name, cell: ({ name }) => name },
	{ title: terms.permissions, cell: (account) => <May account={account} />, from: 'medium' },
	{ title: terms.status, cell: ({ is_active }) => <ActiveBadge isActive={is_active} /> },
	{ title: t.columns.keys, cell: ({ key_count }) => number(key_count), from: 'medium', align: 'end' },
	{ title: terms.last_used, cell: ({ last_used_at }) => <Ago time={last_used_at} />, from: 'medium', align: 'end' },
]

/** What an account may do: what its role may, or its scopes. */
export const May = ({ account: { role, scopes } }: { account: Account }) =>
	role ? t.roles[role] : <Scopes scopes={scopes ?? []} />

export const ActiveBadge = ({ isActive }: { isActive: boolean }) => (
	<Badge tone={isActive ? 'normal' : 'bad'}>{isActive ? t.states.active : t.states.suspended}</Badge>
)

/** The longest page of the API; an org has fewer unless an operator allows more. */
const MOST = 200

/** The button for another one, with its dialog. */
export function CreateButton({ org_id, kind }: { org_id: string; kind?: 'primary' }) {
	return (
		<Only needs={useNeededToGive(org_id, [])}>
			<DialogButton
				icon="plus"
				{...(kind && { kind })}
				renderDialog={(onClose) => <CreateAccount org_id={org_id} onClose={onClose} />}
			>
				{t.create.action}
			</DialogButton>
		</Only>
	)
}

interface AccountListProps extends Pick<PanelProps, 'title' | 'hint' | 'actions'> {
	org_id: string
}

/** The service accounts of an org, on its page and for itself. */
export function AccountList({ org_id, ...panel }: AccountListProps) {
	const read = useQuery({
		queryKey: ['service-accounts', org_id],
		queryFn: () =>
			page(api.GET('/v1/orgs/{org_id}/service-accounts', { params: { path: { org_id }, query: { limit: MOST } } })),
	})
	return (
		<ListPanel
			{...panel}
			label={shell.places.service_accounts}
			read={read}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({
				to: '/service-accounts/$account_id',
				params: { account_id: id },
				search: { org_id },
			})}
			expected={3}
			empty={{ icon: 'key', title: t.empty, hint: t.empty_hint }}
		/>
	)
}
