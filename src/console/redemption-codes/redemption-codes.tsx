import { Link, useSearch } from '@tanstack/react-router'
import { api, page } from '../api.ts'
import type { BulkAction } from '../change/bulk.ts'
import { List } from '../lists/list.tsx'
import { redemptionCodes as t } from '../text/en/redemption-codes.ts'
import { terms } from '../text/en/terms.ts'
import { Choice, SearchBox } from '../ui/filters.tsx'
import { number } from '../ui/format.ts'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { MomentOf } from '../ui/time.tsx'
import { CreateCodes } from './create-codes.tsx'
import { type Code, holdsOf, StateBadge, textOf, usesOf } from './state.tsx'

const COLUMNS: Column<Code>[] = [
	{ title: t.columns.code, cell: ({ code }) => <code>{textOf(code)}</code> },
	{ title: terms.used, cell: usesOf },
	{ title: terms.status, cell: (code) => <StateBadge code={code} /> },
]

/** The codes of a batch were made together, so the list says once what they hold and until when. */
const BATCHES = {
	keyOf: ({ batch_id, type, value, expires_at }: Code) => `${batch_id} ${type} ${value} ${expires_at}`,
	head: (code: Code) => (
		<Link to="/redemption-codes" search={{ q: code.batch_id }} title={t.facts.all_of_batch}>
			{code.batch_id}
			<span>
				{holdsOf(code)}
				{' · '}
				{code.expires_at ? (
					<>
						{t.until} <MomentOf time={code.expires_at} />
					</>
				) : (
					t.forever
				)}
			</span>
		</Link>
	),
}

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
			groups={BATCHES}
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
						label={terms.type}
						options={[
							{ value: undefined, label: t.type.all },
							{ value: 'credits', label: terms.credits },
						]}
					/>
				</>
			}
		/>
	)
}
