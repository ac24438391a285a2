import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, data } from '../api.ts'
import { redemptionCodes as t } from '../text/en/redemption-codes.ts'
import { terms } from '../text/en/terms.ts'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { type Code, StateBadge, textOf, usesOf } from './state.tsx'

const COLUMNS: Column<Code>[] = [
	{ title: t.columns.code, cell: ({ code }) => <code>{textOf(code)}</code> },
	{ title: terms.status, cell: (code) => <StateBadge code={code} /> },
	{ title: terms.used, cell: usesOf, align: 'end' },
]

const NEWEST = 6

/** Other codes that were made with this one. Nothing if it's the only one. */
export function Batch({ code: { id, batch_id } }: { code: Code }) {
	const { data: found } = useQuery({
		queryKey: ['redemption-codes', { q: batch_id }, NEWEST],
		queryFn: () => data(api.GET('/v1/admin/redemption-codes', { params: { query: { q: batch_id, limit: NEWEST } } })),
	})
	const others = found?.filter((code) => code.id !== id && code.batch_id === batch_id).slice(0, NEWEST - 1)
	if (!others || others.length === 0) return null
	return (
		<Panel
			title={t.batch.title}
			actions={
				<Link to="/redemption-codes" search={{ q: batch_id }}>
					{terms.show_all}
				</Link>
			}
			noPadding
		>
			<Table
				label={t.batch.title}
				columns={COLUMNS}
				rows={others}
				keyOf={(code) => code.id}
				linkOf={(code) => ({ to: '/redemption-codes/$code_id', params: { code_id: code.id } })}
				isDense
				empty={null}
			/>
		</Panel>
	)
}
