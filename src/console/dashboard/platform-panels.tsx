import { useQuery } from '@tanstack/react-query'
import { api, page, type Schema } from '../api.ts'
import { dashboard } from '../text/en/dashboard.ts'
import { Id } from '../ui/copy.tsx'
import { Notice } from '../ui/failure.tsx'
import { usd } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

const t = dashboard.failed

const COLUMNS: Column<Schema<'Run'>>[] = [
	{ title: t.run, cell: ({ run_id }) => <Id text={run_id} what={t.run} /> },
	{ title: t.model, cell: ({ model }) => model ?? '–', from: 'medium' },
	{ title: t.org, cell: ({ org_id }) => <Id text={org_id} what={t.org} />, from: 'wide' },
	{ title: t.cost, cell: ({ total_cost_usd }) => usd(total_cost_usd), isAtEnd: true, from: 'medium' },
	{ title: t.began, cell: ({ created_at }) => <Ago time={created_at} />, isAtEnd: true },
]

const NEWEST = 6

export function FailedRuns() {
	const { data, error, refetch } = useQuery({
		queryKey: ['runs', 'failed'],
		queryFn: () => page(api.GET('/v1/admin/runs', { params: { query: { status: 'failed', limit: NEWEST } } })),
	})
	return (
		<Panel title={t.title} isFlush>
			<Table
				label={t.title}
				columns={COLUMNS}
				rows={data?.rows}
				keyOf={({ run_id }) => run_id}
				error={error}
				onRetry={() => void refetch()}
				expected={NEWEST}
				isDense
				empty={<Notice icon="check" title={t.empty} hint={t.empty_hint} />}
			/>
		</Panel>
	)
}
