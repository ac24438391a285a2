import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, page, type Schema } from '../api.ts'
import { configEntries as t } from '../text/en/config-entries.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { CreateEntry } from './create-entry.tsx'

const COLUMNS: Column<Schema<'ConfigEntry'>>[] = [
	{ title: t.columns.key, cell: ({ key }) => <code title={key}>{key}</code> },
	{ title: t.columns.value, cell: ({ value }) => (value === null ? <Badge>{t.secret}</Badge> : <code>{value}</code>) },
]

export function ConfigEntries() {
	const { cursor } = useSearch({ from: '/config-entries' })
	const [isCreating, setIsCreating] = useState(false)
	const { data, error, refetch } = useQuery({
		queryKey: ['config-entries', { cursor }],
		queryFn: () => page(api.GET('/v1/admin/config-entries', { params: { query: { cursor, limit: 50 } } })),
	})
	const create = (
		<Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
			{t.create.action}
		</Button>
	)
	return (
		<Page title={t.title} hint={t.hint} actions={create}>
			<Panel isFlush>
				<Table
					label={t.title}
					columns={COLUMNS}
					rows={data?.rows}
					keyOf={({ key }) => key}
					linkOf={({ key }) => ({ to: '/config-entries/$key', params: { key } })}
					error={error}
					onRetry={() => void refetch()}
					expected={4}
					empty={<Notice icon="settings" title={t.empty} hint={t.empty_hint} />}
				/>
				<Paging next={data?.next} />
			</Panel>
			{isCreating && <CreateEntry onClose={() => setIsCreating(false)} />}
		</Page>
	)
}
