import { useQuery } from '@tanstack/react-query'
import { api, page, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { ListFoot } from '../lists/list-foot.tsx'
import { browserOf } from '../session/browser-name.ts'
import { account } from '../text/en/account.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

const t = account.logins

type Login = Schema<'MySession'>

const COLUMNS: Column<Login>[] = [
	{
		title: t.browser,
		cell: ({ user_agent }) => <span title={user_agent ?? undefined}>{browserOf(user_agent) ?? t.unknown}</span>,
	},
	{ title: t.address, cell: ({ client_address }) => <code>{client_address ?? '–'}</code>, from: 'medium' },
	{ title: t.began, cell: ({ created_at }) => <Ago time={created_at} />, from: 'wide' },
	{ title: t.used, cell: ({ last_used_at, created_at }) => <Ago time={last_used_at ?? created_at} />, from: 'medium' },
	{
		title: t.actions,
		isUntitled: true,
		cell: (login) => (login.is_current ? <Badge tone="good">{t.current}</Badge> : <End login={login} />),
		align: 'end',
	},
]

/** Where the user is signed in. */
export function Logins() {
	const { data, error, refetch } = useQuery({
		queryKey: ['logins'],
		queryFn: () => page(api.GET('/v1/me/sessions', { params: { query: { limit: 50 } } })),
	})
	return (
		<Panel title={t.title} hint={t.hint} noPadding>
			<Table
				label={t.title}
				columns={COLUMNS}
				rows={data?.rows}
				keyOf={({ id }) => id}
				error={error}
				onRetry={() => void refetch()}
				expected={2}
				empty={<Notice icon="key" title={t.empty} />}
			/>
			<ListFoot page={data} />
		</Panel>
	)
}

function End({ login: { id, user_agent } }: { login: Login }) {
	const end = useChange({
		send: (_: null, headers) => api.DELETE('/v1/me/sessions/{id}', { params: { path: { id } }, headers }),
		done: t.ended,
	})
	return (
		<Button
			isBusy={end.isRunning}
			aria-label={t.end_label(browserOf(user_agent) ?? t.unknown)}
			onClick={() => end.runOrTell(null)}
		>
			{t.end}
		</Button>
	)
}
