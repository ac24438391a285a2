import { useSearch } from '@tanstack/react-router'
import { api, page } from '../api.ts'
import type { BulkAction } from '../change/bulk.ts'
import { List } from '../lists/list.tsx'
import { redemptionCodes as t } from '../text/en/redemption-codes.ts'
import { Choice, SearchBox } from '../ui/filters.tsx'
import { number } from '../ui/format.ts'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { MomentOf } from '../ui/time.tsx'
import { CreateCodes } from './create-codes.tsx'
import { type Code, holdsOf, StateBadge, textOf, usesOf } from './state.tsx'

const COLUMNS: Column<Code>[] = [
	{ title: t.columns.code, cell: ({ code }) => <code>{textOf(code)}</code> },
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
		cell: ({ expires_at }) => (expires_at ? <MomentOf time={expires_at} /> : t.never),
		align: 'end',
		from: 'wide',
	},
]

/** Turns codes off or on again. */
const turn = (on: boolean): BulkAction<Code> => ({
	label: t.turn.action(on),
	isDanger: !on,
	needs: ['money.write'],
	takes: ({ is_active }) => is_active !== on,
	ask: { title: (count) => t.turn.titles(number(count), on), body: on ? t.turn.on_bodies : t.turn.off_bodies },
	send: ({ id }, headers) =>
		api.PATCH('/v1/admin/redemption-codes/{id}', { params: { path: { id } }, body: { is_active: on }, headers }),
	done: (count) => t.turn.dones(number(count), on),
})

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
					page(api.GET('/v1/admin/redemption-codes', { params: { query: { q, type, cursor, limit: rowsPerPage() } } })),
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
			bulk={{
				nameOf: ({ code }) => textOf(code),
				actions: [turn(false), turn(true)],
			}}
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
