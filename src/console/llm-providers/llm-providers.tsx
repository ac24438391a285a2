import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, page, type Schema } from '../api.ts'
import { useMay } from '../session/session.ts'
import { llmProviders as t, playground } from '../text/en/llm-providers.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { CreateProvider } from './create-provider.tsx'

const COLUMNS: Column<Schema<'LlmProvider'>>[] = [
	{ title: t.columns.name, cell: ({ name }) => name },
	{ title: t.columns.kind, cell: ({ provider }) => t.kinds[provider], from: 'medium' },
	{ title: t.columns.models, cell: ({ models }) => models.length, isAtEnd: true },
	{
		title: t.columns.default,
		cell: ({ models }) => models.find(({ is_default }) => is_default)?.model ?? '–',
		from: 'medium',
	},
	{ title: t.columns.key, cell: ({ key_prefix }) => <code>{key_prefix}</code>, from: 'wide' },
	{ title: t.columns.since, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'wide', isAtEnd: true },
]

export function LlmProviders() {
	const { cursor } = useSearch({ from: '/llm-providers' })
	const navigate = useNavigate()
	const mayEdit = useMay('data.secrets')
	const [isCreating, setIsCreating] = useState(false)
	const { data, error, refetch } = useQuery({
		queryKey: ['llm-providers', { cursor }],
		queryFn: () => page(api.GET('/v1/llm-providers', { params: { query: { cursor, limit: 25 } } })),
	})
	const create = (
		<Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
			{t.create.action}
		</Button>
	)
	return (
		<Page
			title={t.title}
			hint={t.hint}
			actions={
				<>
					<Button icon="play" onClick={() => void navigate({ to: '/llm-providers/resolve' })}>
						{playground.action}
					</Button>
					{mayEdit && create}
				</>
			}
		>
			<Panel isFlush>
				<Table
					label={t.title}
					columns={COLUMNS}
					rows={data?.rows}
					keyOf={({ id }) => id}
					linkOf={({ id }) => ({ to: '/llm-providers/$provider_id', params: { provider_id: id } })}
					error={error}
					onRetry={() => void refetch()}
					expected={3}
					empty={
						<Notice icon="models" title={t.empty} hint={mayEdit ? t.empty_hint : t.empty_read_only}>
							{mayEdit && create}
						</Notice>
					}
				/>
				<Paging next={data?.next} />
			</Panel>
			{isCreating && <CreateProvider onClose={() => setIsCreating(false)} />}
		</Page>
	)
}
