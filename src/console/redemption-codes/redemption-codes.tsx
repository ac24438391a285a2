import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, page } from '../api.ts'
import { redemptionCodes as t } from '../text/en/redemption-codes.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Choice, SearchBox } from '../ui/filters.tsx'
import { Page, Panel, Toolbar } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { CreateCodes } from './create-codes.tsx'
import { Created } from './created.tsx'
import { Download } from './download.tsx'
import { type Code, holdsOf, StateBadge, usesOf } from './state.tsx'

const COLUMNS: Column<Code>[] = [
	{ title: t.columns.code, cell: ({ code }) => <code>{code}</code> },
	{
		title: t.columns.holds,
		cell: (code) => <span title={holdsOf(code)}>{holdsOf(code)}</span>,
		from: 'medium',
		isLong: true,
	},
	{ title: t.columns.state, cell: (code) => <StateBadge code={code} /> },
	{ title: t.columns.batch, cell: ({ batch_id }) => batch_id, from: 'wide' },
	{ title: t.columns.uses, cell: usesOf, isAtEnd: true, from: 'medium' },
	{
		title: t.columns.expires,
		cell: ({ expires_at }) => (expires_at ? <DateOf time={expires_at} /> : t.never),
		isAtEnd: true,
		from: 'wide',
	},
]

export function RedemptionCodes() {
	const { q, type, cursor } = useSearch({ from: '/redemption-codes' })
	const [isCreating, setIsCreating] = useState(false)
	const [created, setCreated] = useState<Code[]>()
	const { data, error, isPlaceholderData, refetch } = useQuery({
		queryKey: ['redemption-codes', { q, type, cursor }],
		queryFn: () => page(api.GET('/v1/admin/redemption-codes', { params: { query: { q, type, cursor, limit: 25 } } })),
		placeholderData: (old) => old,
	})
	const isFiltered = Boolean(q ?? type)
	return (
		<Page
			title={t.title}
			hint={t.hint}
			actions={
				<>
					<Download search={{ q, type }} />
					<Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
						{t.create.action}
					</Button>
				</>
			}
		>
			<Toolbar>
				<SearchBox label={t.search} />
				<Choice
					name="type"
					label={t.type.label}
					options={[
						{ value: undefined, label: t.type.all },
						{ value: 'credits', label: t.type.credits },
					]}
				/>
			</Toolbar>
			<Panel isFlush>
				<Table
					label={t.title}
					columns={COLUMNS}
					rows={data?.rows}
					keyOf={({ id }) => id}
					linkOf={({ id }) => ({ to: '/redemption-codes/$code_id', params: { code_id: id } })}
					error={error}
					onRetry={() => void refetch()}
					isStale={isPlaceholderData}
					expected={25}
					isDense
					empty={
						<Notice icon="codes" title={isFiltered ? t.none : t.empty} hint={isFiltered ? t.none_hint : t.empty_hint} />
					}
				/>
				<Paging next={data?.next} />
			</Panel>
			{isCreating && <CreateCodes onClose={() => setIsCreating(false)} onCreated={setCreated} />}
			{created && <Created codes={created} onClose={() => setCreated(undefined)} />}
		</Page>
	)
}
