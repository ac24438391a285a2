import { useQuery } from '@tanstack/react-query'
import { api, page, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { ListFoot } from '../lists/list-foot.tsx'
import { useNeededFor } from '../operators/read.ts'
import { browserOf } from '../session/browser-name.ts'
import { useMay } from '../session/session.ts'
import { account } from '../text/en/account.ts'
import { users } from '../text/en/users.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Panel } from '../ui/page.tsx'
import { type Column, RowActions, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

const t = users.logins
const { logins } = account

type Login = Schema<'Session'>

const nameOf = ({ user_agent }: Login) => browserOf(user_agent) ?? logins.unknown

const COLUMNS: Column<Login>[] = [
	{ title: logins.browser, cell: (login) => <span title={login.user_agent ?? undefined}>{nameOf(login)}</span> },
	{ title: logins.address, cell: ({ client_address }) => <code>{client_address ?? '–'}</code>, from: 'medium' },
	{ title: logins.used, cell: ({ last_used_at, created_at }) => <Ago time={last_used_at ?? created_at} /> },
]

const actionsOf = (user_id: string): Column<Login> => ({
	title: logins.actions,
	isUntitled: true,
	cell: (login) => <End user_id={user_id} login={login} />,
	align: 'end',
})

/** Where a user is signed in. Most users have a few logins, so the newest page is all of them. */
export function UserLogins({ user_id }: { user_id: string }) {
	const needed = useNeededFor(user_id)
	const mayChange = useMay(...needed)
	const { data, error, refetch } = useQuery({
		queryKey: ['users', user_id, 'logins'],
		queryFn: () =>
			page(api.GET('/v1/admin/users/{user_id}/sessions', { params: { path: { user_id }, query: { limit: 50 } } })),
	})
	return (
		<Panel title={t.title} hint={t.hint} actions={<Only needs={needed} />} noPadding>
			<Table
				label={t.title}
				columns={mayChange ? [...COLUMNS, actionsOf(user_id)] : COLUMNS}
				rows={data?.rows}
				keyOf={({ id }) => id}
				error={error}
				onRetry={() => void refetch()}
				expected={1}
				isDense
				empty={<Notice icon="account" title={t.empty} />}
			/>
			<ListFoot page={data} />
		</Panel>
	)
}

function End({ user_id, login }: { user_id: string; login: Login }) {
	const ask = useAsk()
	const end = useChange({
		send: (_: null, headers) =>
			api.DELETE('/v1/admin/users/{user_id}/sessions/{id}', { params: { path: { user_id, id: login.id } }, headers }),
		done: logins.ended,
	})
	const name = nameOf(login)
	return (
		<RowActions>
			<Button
				kind="quiet"
				aria-label={logins.end_label(name)}
				onClick={() =>
					ask({
						title: t.end_title(name),
						body: t.end_body,
						action: logins.end,
						isDanger: true,
						change: end,
						input: null,
					})
				}
			>
				{logins.end}
			</Button>
		</RowActions>
	)
}
