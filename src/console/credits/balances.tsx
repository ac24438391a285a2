import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, data, page, type Schema } from '../api.ts'
import { Only } from '../change/only.tsx'
import { List } from '../lists/list.tsx'
import { credits as t } from '../text/en/credits.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Choice, SearchBox } from '../ui/filters.tsx'
import { number } from '../ui/format.ts'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { Verify } from './verify.tsx'

type Row = Pick<Schema<'OrgBalance'>, 'org_id' | 'org_name' | 'balance' | 'held' | 'available'>

const NAME: Column<Row> = { title: terms.org, cell: ({ org_name }) => org_name || t.deleted }

const BALANCE: Column<Row> = {
	title: terms.balance,
	cell: ({ balance }) => (balance === 0 ? <Badge tone="warn">{t.exhausted}</Badge> : number(balance)),
	align: 'end',
}

/** The API sorts the list, and not what a search finds. */
const SORTED: Column<Row> = { ...BALANCE, sort: { up: undefined, down: 'highest' } }

/** Most platforms bound no balance, and then these two say the same in every row. */
const OF_BOUNDS: Column<Row>[] = [
	{
		title: terms.held,
		cell: ({ held }) => (held === 0 ? '–' : number(held)),
		align: 'end',
		from: 'medium',
	},
	{
		title: terms.available,
		cell: ({ available }) => (available === null ? t.unbounded : number(available)),
		align: 'end',
		from: 'medium',
	},
]

/** A search reads each org's balance separately, because the API's list of balances has no search. */
const ROWS_OF_SEARCH = 10

async function read(search: { q?: string; order?: 'highest' | 'lowest'; cursor?: string }) {
	const { q, order, cursor } = search
	if (!q)
		return page<Row>(
			api.GET('/v1/admin/credits/balances', { params: { query: { order, cursor, limit: rowsPerPage() } } }),
		)
	const { rows, ...rest } = await page<Schema<'Org'>>(
		api.GET('/v1/admin/orgs', { params: { query: { q, cursor, limit: ROWS_OF_SEARCH } } }),
	)
	const accounts = await Promise.all(
		rows.map(async ({ id: org_id, name: org_name }): Promise<Row> => {
			const { balance, held, available } = await data(
				api.GET('/v1/admin/credits', { params: { query: { org_id, limit: 1 } } }),
			)
			return { org_id, org_name, balance, held, available }
		}),
	)
	return { rows: accounts, ...rest }
}

/** Every org with its balance, lowest first. */
export function Balances() {
	const { q, order, cursor } = useSearch({ from: '/credits' })
	const navigate = useNavigate()
	const query = {
		queryKey: ['credits', 'balances', { q, order, cursor }],
		queryFn: () => read({ ...(q && { q }), ...(order && { order }), ...(cursor && { cursor }) }),
	}
	// The list reads the same, so this isn't another call.
	const { data: found } = useQuery({ ...query, placeholderData: keepPreviousData })
	const hasBounds = found?.rows.some(({ held, available }) => held !== 0 || available !== null)
	return (
		<List
			hint={t.hint}
			query={query}
			columns={[NAME, q ? BALANCE : SORTED, ...(hasBounds ? OF_BOUNDS : [])]}
			keyOf={({ org_id }) => org_id}
			linkOf={({ org_id }) => ({ to: '/credits/$org_id', params: { org_id } })}
			expected={25}
			isDense
			isClose
			empty={{ icon: 'credits', title: q ? t.empty : t.no_orgs, hint: q ? t.empty_hint : t.no_orgs_hint }}
			actions={
				<>
					<Verify />
					<Only needs={['money.write']}>
						<Button onClick={() => void navigate({ to: '/credits/every-balance' })}>{t.every.action}</Button>
					</Only>
				</>
			}
			tools={
				<>
					<SearchBox label={t.search} />
					{!q && (
						<Choice
							name="order"
							label={t.order.label}
							options={[
								{ value: undefined, label: t.order.lowest },
								{ value: 'highest', label: t.order.highest },
							]}
						/>
					)}
				</>
			}
		/>
	)
}
