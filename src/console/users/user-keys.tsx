import { useQuery } from '@tanstack/react-query'
import { Mode } from '../api-keys/mode.tsx'
import { api, page, type Schema } from '../api.ts'
import { removal, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { ListPanel } from '../lists/list.tsx'
import { OrgName } from '../names/org-name.tsx'
import { useNeededFor } from '../operators/read.ts'
import { useMay } from '../session/session.ts'
import { terms } from '../text/en/terms.ts'
import { users } from '../text/en/users.ts'
import { Button } from '../ui/button.tsx'
import { Person } from '../ui/person.tsx'
import { actionsColumn, type Column, RowActions } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

const t = users.keys

type ApiKey = Schema<'ApiKey'>

const COLUMNS: Column<ApiKey>[] = [
	{ title: terms.name, cell: ({ name, key_prefix }) => <Person name={name} hint={`${key_prefix}…`} /> },
	{ title: terms.org, cell: ({ org_id }) => <OrgName org_id={org_id} />, from: 'medium' },
	{ title: terms.mode_label, cell: ({ mode }) => <Mode mode={mode} />, from: 'medium' },
	{ title: terms.last_used, cell: ({ last_used_at }) => <Ago time={last_used_at} />, from: 'medium' },
]

const ACTIONS: Column<ApiKey> = actionsColumn((key) => <Delete apiKey={key} />)

/** The API keys of a user in every org. The page is as long as the API allows. */
export function UserKeys({ user_id }: { user_id: string }) {
	const needed = useNeededFor(user_id)
	const mayChange = useMay(...needed)
	const read = useQuery({
		queryKey: ['users', user_id, 'api-keys'],
		queryFn: () =>
			page(api.GET('/v1/admin/users/{user_id}/api-keys', { params: { path: { user_id }, query: { limit: 200 } } })),
	})
	return (
		<ListPanel
			title={t.title}
			hint={t.hint}
			actions={<Only needs={needed} />}
			read={read}
			columns={mayChange ? [...COLUMNS, ACTIONS] : COLUMNS}
			keyOf={({ id }) => id}
			expected={1}
			isDense
			empty={{ icon: 'key', title: t.empty }}
		/>
	)
}

function Delete({ apiKey: { id, user_id, name } }: { apiKey: ApiKey }) {
	const ask = useAsk()
	const remove = useChange({
		send: (_: null, headers) =>
			api.DELETE('/v1/admin/users/{user_id}/api-keys/{id}', { params: { path: { user_id, id } }, headers }),
		done: t.deleted(name),
	})
	return (
		<RowActions>
			<Button
				kind="quiet"
				aria-label={t.delete_label(name)}
				onClick={() => ask({ ...removal({ title: t.delete_title, body: t.delete_body }, name), change: remove })}
			>
				{terms.delete}
			</Button>
		</RowActions>
	)
}
