import { useQuery } from '@tanstack/react-query'
import { api, data, type Schema } from '../api.ts'
import { ledgerTypes } from '../text/en/balance.ts'
import { dashboard as t } from '../text/en/dashboard.ts'
import { terms } from '../text/en/terms.ts'
import { Notice } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

const MOVEMENTS: Column<Schema<'LedgerEntry'>>[] = [
	{ title: terms.type, cell: ({ type }) => ledgerTypes[type] },
	{ title: terms.credits, cell: ({ amount }) => (amount > 0 ? `+${number(amount)}` : number(amount)), align: 'end' },
	{ title: terms.balance, cell: ({ balance_after }) => number(balance_after), align: 'end', from: 'medium' },
	{ title: terms.when, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end' },
]

const NEWEST = 8

export function Ledger() {
	const { data: mine, error } = useQuery({
		queryKey: ['credits', 'mine', NEWEST],
		queryFn: () => data(api.GET('/v1/me/credits', { params: { query: { limit: NEWEST } } })),
	})
	return (
		<Panel title={t.ledger.title} noPadding>
			<Table
				label={t.ledger.title}
				columns={MOVEMENTS}
				rows={mine?.transactions}
				keyOf={({ id }) => id}
				error={error}
				expected={NEWEST}
				isDense
				empty={<Notice icon="credits" title={t.ledger.empty} hint={t.ledger.empty_hint} />}
			/>
		</Panel>
	)
}
