import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { List } from '../lists/list.tsx'
import { AskOwners } from '../names/people.tsx'
import { useMay } from '../session/session.ts'
import { llmProviders as t, playground } from '../text/en/llm-providers.ts'
import { Button } from '../ui/button.tsx'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { CreateProvider } from './create-provider.tsx'

const COLUMNS: Column<Schema<'LlmProvider'>>[] = [
	{ title: t.columns.name, cell: ({ name }) => name },
	{ title: t.columns.kind, cell: ({ provider }) => t.kinds[provider], from: 'medium' },
	{ title: t.columns.models, cell: ({ models }) => models.length, align: 'end' },
	{
		title: t.columns.default,
		cell: ({ models }) => models.find(({ is_default }) => is_default)?.model ?? '–',
		from: 'medium',
	},
	{ title: t.columns.key, cell: ({ key_prefix }) => <code>{key_prefix}</code>, from: 'wide' },
	{ title: t.columns.since, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'wide', align: 'end' },
]

export function LlmProviders() {
	const { cursor } = useSearch({ from: '/llm-providers' })
	const mayEdit = useMay('data.secrets')
	const navigate = useNavigate()
	return (
		<List
			title={t.title}
			hint={t.hint}
			query={{
				queryKey: ['llm-providers', { cursor }],
				queryFn: () => page(api.GET('/v1/llm-providers', { params: { query: { cursor, limit: rowsPerPage() } } })),
			}}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({ to: '/llm-providers/$provider_id', params: { provider_id: id } })}
			expected={3}
			empty={{
				icon: 'models',
				title: t.empty,
				hint: mayEdit ? (
					t.empty_hint
				) : (
					<>
						{t.empty_read_only} <AskOwners />
					</>
				),
			}}
			actions={
				<Button icon="play" onClick={() => void navigate({ to: '/llm-providers/resolve' })}>
					{playground.action}
				</Button>
			}
			create={{ label: t.create.action, form: CreateProvider, needs: ['data.secrets'] }}
			createsWhenEmpty={mayEdit}
		/>
	)
}
