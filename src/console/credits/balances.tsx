import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, data, page, type Schema } from '../api.ts'
import { credits as t } from '../text/en/credits.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { Choice, SearchBox } from '../ui/filters.tsx'
import { number } from '../ui/format.ts'
import { List } from '../ui/list.tsx'
import type { Column } from '../ui/table.tsx'
import { Verify } from './verify.tsx'

/** An org, with its balance if the list has it. */
interface Row {
	org_id: string
	org_name: string
	balance?: number
}

const COLUMNS: Column<Row>[] = [
	{ title: t.columns.org, cell: ({ org_name }) => org_name },
	{ title: t.columns.id, cell: ({ org_id }) => <Id text={org_id} />, from: 'medium' },
	{
		title: t.columns.balance,
		cell: ({ org_id, balance }) =>
			balance === undefined ? <BalanceOf org_id={org_id} /> : <Balance value={balance} />,
		align: 'end',
	},
]

const ROWS = 25
/** A search reads each org's balance separately, because the API's list of balances has no search. */
const ROWS_OF_SEARCH = 10

async function read(search: { q?: string; order?: 'highest' | 'lowest'; cursor?: string }) {
	const { q, order, cursor } = search
	if (!q) return page<Row>(api.GET('/v1/admin/credits/balances', { params: { query: { order, cursor, limit: ROWS } } }))
	const { rows, next } = await page<Schema<'Org'>>(
		api.GET('/v1/admin/orgs', { params: { query: { q, cursor, limit: ROWS_OF_SEARCH } } }),
	)
	return { rows: rows.map(({ id, name }): Row => ({ org_id: id, org_name: name })), next }
}

/** Every org with its balance, lowest first. */
export function Balances({ whose }: { whose: ReactNode }) {
	const { q, order, cursor } = useSearch({ from: '/credits' })
	const navigate = useNavigate()
	return (
		<List
			title={t.title}
			hint={t.hint}
			query={{
				queryKey: ['credits', 'balances', { q, order, cursor }],
				queryFn: () => read({ ...(q && { q }), ...(order && { order }), ...(cursor && { cursor }) }),
			}}
			columns={COLUMNS}
			keyOf={({ org_id }) => org_id}
			linkOf={({ org_id }) => ({ to: '/credits/$org_id', params: { org_id } })}
			expected={ROWS}
			isDense
			empty={{ icon: 'credits', title: q ? t.empty : t.no_orgs, hint: q ? t.empty_hint : t.no_orgs_hint }}
			actions={
				<>
					{whose}
					<Verify />
					<Button onClick={() => void navigate({ to: '/credits/every-balance' })}>{t.every.action}</Button>
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

function BalanceOf({ org_id }: { org_id: string }) {
	const { data: account } = useQuery({
		queryKey: ['credits', org_id, 'balance'],
		queryFn: () => data(api.GET('/v1/admin/credits', { params: { query: { org_id, limit: 1 } } })),
	})
	return account ? <Balance value={account.balance} /> : '…'
}

const Balance = ({ value }: { value: number }) =>
	value === 0 ? <Badge tone="warn">{t.exhausted}</Badge> : number(value)
