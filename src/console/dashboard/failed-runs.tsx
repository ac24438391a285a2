import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { Name } from '../names/name.tsx'
import { OrgName } from '../names/org-name.tsx'
import { duration } from '../runs/duration.ts'
import { runsOfOrg } from '../runs/read.ts'
import { dashboard } from '../text/en/dashboard.ts'
import { terms } from '../text/en/terms.ts'
import { Notice } from '../ui/failure.tsx'
import { usd } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { TwoLines } from '../ui/two-lines.tsx'
import type { RunLink } from './links.ts'

const t = dashboard.failed

type Run = Schema<'Run'>

const OF_ORGS: Column<Run>[] = [
	{
		title: t.run,
		cell: ({ org_id, user_id }) => (
			<TwoLines name={<OrgName org_id={org_id} />} below={user_id === null ? t.nobody : <Name id={user_id} />} />
		),
	},
	{ title: terms.model, cell: ({ model }) => model ?? '–', from: 'medium' },
	{ title: terms.agent, cell: ({ agent_id }) => agent_id ?? '–', from: 'wide' },
]

const OF_ONE: Column<Run>[] = [
	{
		title: t.what,
		cell: ({ model, agent_id }) => <TwoLines name={model ?? t.no_model} below={agent_id ?? t.no_agent} />,
	},
]

const REST: Column<Run>[] = [
	{
		title: terms.duration,
		cell: ({ duration_ms }) => (duration_ms === null ? '–' : duration(duration_ms)),
		align: 'end',
		from: 'medium',
	},
	{ title: terms.cost, cell: ({ total_cost_usd }) => usd(total_cost_usd), align: 'end', from: 'wide' },
	{ title: terms.started, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end' },
]

const NEWEST = 6

/** The newest failed runs of a period. `linkTo` leads to all of them. */
export function FailedRuns({ org_id, linkTo }: { org_id: string | undefined; linkTo: RunLink }) {
	const link = linkTo({ status: 'failed' })
	const { from, to } = link.search
	const filters = { status: 'failed' as const, from, to }
	const { data, error, refetch } = useQuery({
		queryKey: ['runs', 'failed', org_id, from, to],
		queryFn: () =>
			org_id
				? runsOfOrg(org_id, filters, NEWEST)
				: page(api.GET('/v1/admin/runs', { params: { query: { ...filters, limit: NEWEST } } })),
		placeholderData: (old) => old,
	})
	return (
		<Panel title={t.title} actions={<Link {...link}>{terms.show_all}</Link>} noPadding>
			<Table
				label={t.title}
				columns={[...(org_id ? OF_ONE : OF_ORGS), ...REST]}
				rows={data?.rows}
				keyOf={({ run_id }) => run_id}
				linkOf={({ run_id }) => ({ to: '/runs/$run_id', params: { run_id } })}
				error={error}
				onRetry={() => void refetch()}
				expected={NEWEST}
				empty={<Notice icon="check" title={t.empty} hint={t.empty_hint} />}
			/>
		</Panel>
	)
}
