import { useQuery } from '@tanstack/react-query'
import { api, data, type Schema } from '../api.ts'
import { dashboard as t } from '../text/en/dashboard.ts'
import { Badge } from '../ui/badge.tsx'
import { Notice } from '../ui/failure.tsx'
import { number, words } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

const MOVEMENTS: Column<Schema<'LedgerEntry'>>[] = [
	{ title: t.ledger.type, cell: ({ type }) => words(type) },
	{ title: t.ledger.amount, cell: ({ amount }) => (amount > 0 ? `+${number(amount)}` : number(amount)), isAtEnd: true },
	{ title: t.ledger.balance, cell: ({ balance_after }) => number(balance_after), isAtEnd: true, from: 'medium' },
	{ title: t.ledger.when, cell: ({ created_at }) => <Ago time={created_at} />, isAtEnd: true },
]

const NEWEST = 8

export function Ledger() {
	const { data: credits, error } = useQuery({
		queryKey: ['credits', 'mine', NEWEST],
		queryFn: () => data(api.GET('/v1/me/credits', { params: { query: { limit: NEWEST } } })),
	})
	return (
		<Panel title={t.ledger.title} isFlush>
			<Table
				label={t.ledger.title}
				columns={MOVEMENTS}
				rows={credits?.transactions}
				keyOf={({ id }) => id}
				error={error}
				expected={NEWEST}
				isDense
				empty={<Notice icon="credits" title={t.ledger.empty} hint={t.ledger.empty_hint} />}
			/>
		</Panel>
	)
}

const GRANTS: Column<Schema<'EffectiveEntitlement'>>[] = [
	{ title: t.entitlements.key, cell: ({ key }) => <code>{key}</code> },
	{
		title: t.entitlements.value,
		cell: ({ value, unlimited }) => (unlimited ? t.entitlements.unlimited : value),
		isAtEnd: true,
	},
	{ title: t.entitlements.source, cell: ({ source }) => <Badge>{source}</Badge>, isAtEnd: true, from: 'medium' },
]

export function Entitlements({ org_id }: { org_id: string }) {
	const { data: entitlements, error } = useQuery({
		queryKey: ['entitlements', org_id],
		queryFn: () => data(api.GET('/v1/entitlements', { params: { query: { org_id } } })),
	})
	return (
		<Panel title={t.entitlements.title} isFlush>
			<Table
				label={t.entitlements.title}
				columns={GRANTS}
				rows={entitlements}
				keyOf={({ key }) => key}
				error={error}
				isDense
				empty={<Notice icon="plan" title={t.entitlements.empty} hint={t.entitlements.empty_hint} />}
			/>
		</Panel>
	)
}
