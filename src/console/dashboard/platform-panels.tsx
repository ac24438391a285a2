import { useQuery } from '@tanstack/react-query'
import { api, page, type Schema } from '../api.ts'
import { OrgName } from '../orgs/org-name.tsx'
import { dashboard } from '../text/en/dashboard.ts'
import { Notice } from '../ui/failure.tsx'
import { usd } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

const t = dashboard.failed

const COLUMNS: Column<Schema<'Run'>>[] = [
	{ title: t.run, cell: ({ run_id }) => <code title={run_id}>{run_id}</code> },
	{ title: t.model, cell: ({ model }) => model ?? '–', from: 'medium' },
	{ title: t.org, cell: ({ org_id }) => <OrgName org_id={org_id} />, from: 'wide' },
	{ title: t.cost, cell: ({ total_cost_usd }) => usd(total_cost_usd), align: 'end', from: 'medium' },
	{ title: t.began, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end' },
]

const NEWEST = 6

export function FailedRuns() {
	const { data, error, refetch } = useQuery({
		queryKey: ['runs', 'failed'],
		queryFn: () => page(api.GET('/v1/admin/runs', { params: { query: { status: 'failed', limit: NEWEST } } })),
	})
	return (
		<Panel title={t.title} noPadding>
			<Table
				label={t.title}
				columns={COLUMNS}
				rows={data?.rows}
				keyOf={({ run_id }) => run_id}
				linkOf={({ run_id }) => ({ to: '/runs/$run_id', params: { run_id } })}
				error={error}
				onRetry={() => void refetch()}
				expected={NEWEST}
				isDense
				empty={<Notice icon="check" title={t.empty} hint={t.empty_hint} />}
			/>
		</Panel>
	)
}
