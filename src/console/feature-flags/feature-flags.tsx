import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, page, type Schema } from '../api.ts'
import { featureFlags as t } from '../text/en/feature-flags.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { CreateFlag } from './create-flag.tsx'
import { ValueBadge } from './value-badge.tsx'

const COLUMNS: Column<Schema<'FeatureFlag'>>[] = [
	{ title: t.columns.key, cell: ({ key }) => <code>{key}</code> },
	{ title: t.columns.description, cell: ({ description }) => description || '–', from: 'medium', isLong: true },
	{ title: t.columns.value, cell: ({ default_value }) => <ValueBadge isOn={default_value} /> },
	{ title: t.columns.created, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'wide', isAtEnd: true },
]

export function FeatureFlags() {
	const { cursor } = useSearch({ from: '/feature-flags' })
	const [isCreating, setIsCreating] = useState(false)
	const { data, error, refetch } = useQuery({
		queryKey: ['feature-flags', { cursor }],
		queryFn: () => page(api.GET('/v1/feature-flags', { params: { query: { cursor, limit: 25 } } })),
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
					keyOf={({ id }) => id}
					linkOf={({ key }) => ({ to: '/feature-flags/$key', params: { key } })}
					error={error}
					onRetry={() => void refetch()}
					empty={<Notice icon="flag" title={t.empty} hint={t.empty_hint} />}
				/>
				<Paging next={data?.next} />
			</Panel>
			{isCreating && <CreateFlag onClose={() => setIsCreating(false)} />}
		</Page>
	)
}
