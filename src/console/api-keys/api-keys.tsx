import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { List } from '../lists/list.tsx'
import { OrgName } from '../names/org-name.tsx'
import { apiKeys as t } from '../text/en/keys.ts'
import { terms } from '../text/en/terms.ts'
import { rowsPerPage } from '../ui/pages.ts'
import { Person } from '../ui/person.tsx'
import { actionsColumn, type Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { CreateKey } from './create-key.tsx'
import { Expiry } from './expiry.tsx'
import { KeyActions } from './key-actions.tsx'
import { Mode } from './mode.tsx'
import { Scopes } from './scopes.tsx'

type ApiKey = Schema<'ApiKey'>

const COLUMNS: Column<ApiKey>[] = [
	{ title: terms.name, cell: ({ name, key_prefix }) => <Person name={name} hint={`${key_prefix}…`} /> },
	{ title: terms.org, cell: ({ org_id }) => <OrgName org_id={org_id} />, from: 'medium', isLong: true },
	{
		title: terms.permissions,
		cell: ({ mode, scopes }) => (
			<>
				<Mode mode={mode} /> <Scopes scopes={scopes} />
			</>
		),
		from: 'medium',
		isLong: true,
	},
	{ title: terms.last_used, cell: ({ last_used_at }) => <Ago time={last_used_at} />, from: 'medium', align: 'end' },
	{ title: terms.expires, cell: (key) => <Expiry apiKey={key} />, from: 'medium', align: 'end' },
	actionsColumn((key) => <Actions apiKey={key} />),
]

/** The user's own keys, in every org. */
export function ApiKeys() {
	const { cursor } = useSearch({ from: '/api-keys' })
	return (
		<List
			hint={t.hint}
			query={{
				queryKey: ['api-keys', cursor],
				queryFn: () => page(api.GET('/v1/api-keys', { params: { query: { cursor, limit: rowsPerPage() } } })),
			}}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			expected={3}
			empty={{ icon: 'key', title: t.empty, hint: t.empty_hint }}
			create={{ label: t.create.action, form: CreateKey }}
		/>
	)
}

function Actions({ apiKey: { id, name, mode, replaced_by } }: { apiKey: ApiKey }) {
	const params = { path: { id } }
	return (
		<KeyActions
			name={name}
			mode={mode}
			setMode={(body, headers) => api.PATCH('/v1/api-keys/{id}', { params, body, headers })}
			mayRotate={replaced_by === null}
			rotate={(body, headers) => api.POST('/v1/api-keys/{id}/rotate', { params, body, headers })}
			remove={(headers) => api.DELETE('/v1/api-keys/{id}', { params, headers })}
		/>
	)
}
