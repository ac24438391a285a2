import { useSearch } from '@tanstack/react-router'
import { api, page } from '../api.ts'
import { redemptionCodes as t } from '../text/en/redemption-codes.ts'
import { Choice, SearchBox } from '../ui/filters.tsx'
import { List } from '../ui/list.tsx'
import type { Column } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { CreateCodes } from './create-codes.tsx'
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
	{ title: t.columns.uses, cell: usesOf, align: 'end', from: 'medium' },
	{
		title: t.columns.expires,
		cell: ({ expires_at }) => (expires_at ? <DateOf time={expires_at} /> : t.never),
		align: 'end',
		from: 'wide',
	},
]

export function RedemptionCodes() {
	const { q, type, cursor } = useSearch({ from: '/redemption-codes' })
	const isFiltered = Boolean(q ?? type)
	return (
		<List
			title={t.title}
			hint={t.hint}
			query={{
				queryKey: ['redemption-codes', { q, type, cursor }],
				queryFn: () =>
					page(api.GET('/v1/admin/redemption-codes', { params: { query: { q, type, cursor, limit: 25 } } })),
			}}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({ to: '/redemption-codes/$code_id', params: { code_id: id } })}
			expected={25}
			isDense
			empty={{
				icon: 'codes',
				title: isFiltered ? t.none : t.empty,
				hint: isFiltered ? t.none_hint : t.empty_hint,
			}}
			create={{ label: t.create.action, form: CreateCodes, needs: ['money.write'] }}
			actions={<Download search={{ q, type }} />}
			tools={
				<>
					<SearchBox label={t.search} />
					<Choice
						name="type"
						label={t.type.label}
						options={[
							{ value: undefined, label: t.type.all },
							{ value: 'credits', label: t.type.credits },
						]}
					/>
				</>
			}
		/>
	)
}
