import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, page, type Schema } from '../api.ts'
import { useMay } from '../session/session.ts'
import { mcpConfigs as t } from '../text/en/mcp-configs.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { ActiveBadge } from './active-badge.tsx'
import { CreateConfig } from './create-config.tsx'

const COLUMNS: Column<Schema<'McpConfig'>>[] = [
	{ title: t.columns.name, cell: ({ name }) => name },
	{ title: t.columns.transport, cell: ({ transport }) => t.transports[transport], from: 'medium' },
	{ title: t.columns.target, cell: targetOf, from: 'wide', isLong: true },
	{ title: t.columns.state, cell: ({ is_active }) => <ActiveBadge isActive={is_active} /> },
	{ title: t.columns.changed, cell: ({ updated_at }) => <Ago time={updated_at} />, from: 'medium', isAtEnd: true },
]

export function McpConfigs() {
	const { cursor } = useSearch({ from: '/mcp-configs' })
	const mayEdit = useMay('data.secrets')
	const [isCreating, setIsCreating] = useState(false)
	const { data, error, refetch } = useQuery({
		queryKey: ['mcp-configs', { cursor }],
		queryFn: () => page(api.GET('/v1/mcp-configs', { params: { query: { cursor, limit: 25 } } })),
	})
	const create = mayEdit && (
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
					keyOf={({ id }) => id}
					linkOf={({ id }) => ({ to: '/mcp-configs/$config_id', params: { config_id: id } })}
					error={error}
					onRetry={() => void refetch()}
					expected={3}
					empty={
						<Notice icon="server" title={t.empty} hint={mayEdit ? t.empty_hint : t.empty_read_only}>
							{create}
						</Notice>
					}
				/>
				<Paging next={data?.next} />
			</Panel>
			{isCreating && <CreateConfig onClose={() => setIsCreating(false)} />}
		</Page>
	)
}

function targetOf({ transport, url, command, args }: Schema<'McpConfig'>) {
	const target = transport === 'stdio' ? [command, ...args].join(' ') : (url ?? '–')
	return <span title={target}>{target}</span>
}
