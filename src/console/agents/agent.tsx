import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Schema } from '../api.ts'
import { type Agent as Counted, listAgents } from '../names/agents.ts'
import { OrgLink } from '../names/org-name.tsx'
import { UserName } from '../names/user-name.tsx'
import { type Pause, usePausesOfAgents } from '../pauses/of-agents.ts'
import { PauseAgent } from '../pauses/pause-agent.tsx'
import { useReader } from '../runs/read.ts'
import { RunTable } from '../runs/run-table.tsx'
import { useIsOperator } from '../session/session.ts'
import { agents as t } from '../text/en/agents.ts'
import { runs } from '../text/en/runs.ts'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Failure, Notice } from '../ui/failure.tsx'
import { Choice } from '../ui/filters.tsx'
import { usd } from '../ui/format.ts'
import { Columns, Facts, Page, Panel, Stack, Toolbar } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { TwoLines } from '../ui/two-lines.tsx'
import { periodOf } from '../usage/period.ts'
import { AgentBudgets } from './budgets.tsx'
import { AgentFigures, CostPanel } from './figures.tsx'
import { PERIODS, USUAL } from './search.ts'

const NEWEST = 8
const FAILURES = 5

/** One agent of an org: what it ran and cost, what limits it, and whether it's paused. */
export function Agent() {
	const { org_id } = useParams({ from: '/agents/$org_id' })
	const { agent = '', period: name = USUAL, pause } = useSearch({ from: '/agents/$org_id' })
	const isOperator = useIsOperator()
	const navigate = useNavigate()
	const period = periodOf(name)
	const read = useQuery({
		queryKey: ['agents', org_id, 'one', agent, period],
		queryFn: () =>
			Promise.all([
				countedOf(org_id, agent, period.days),
				name === '90' ? undefined : countedOf(org_id, agent, period.before),
			]),
		placeholderData: (old) => old,
	})
	const pauses = usePausesOfAgents(org_id)?.filter(({ subject }) => subject === agent)
	const [now, before] = read.data ?? []
	return (
		<Page
			title={agent}
			mark={pauses && pauses.length > 0 && <Badge tone="warn">{t.paused}</Badge>}
			hint={
				<>
					{t.page.of} <OrgLink org_id={org_id} />
				</>
			}
			up={{ label: shell.places.agents, link: { to: '/agents', search: isOperator ? { org_id } : {} } }}
			actions={
				<PauseAgent
					key={agent}
					org_id={org_id}
					agent_id={agent}
					isOpen={pause !== undefined}
					onClose={() =>
						void navigate({ to: '.', search: (old: object) => ({ ...old, pause: undefined }), replace: true })
					}
				/>
			}
		>
			<Toolbar>
				<Choice
					of="days"
					name="period"
					label={t.period.label}
					options={PERIODS.map((value) => ({ value: value === USUAL ? undefined : value, label: t.period[value] }))}
				/>
			</Toolbar>
			{pauses?.map((one) => (
				<Paused key={one.org_id} pause={one} />
			))}
			{read.error && !read.data ? (
				<Failure refusal={read.error} onRetry={() => void read.refetch()} />
			) : (
				<AgentFigures now={now} before={before} period={period} hasBefore={name !== '90'} />
			)}
			<Columns kind="wide-first">
				<Stack>
					<CostPanel org_id={org_id} agent_id={agent} now={now} before={before} period={period} />
					<Newest key={agent} org_id={org_id} agent_id={agent} />
				</Stack>
				<Stack>
					<AgentBudgets org_id={org_id} agent_id={agent} />
					<Failures key={agent} org_id={org_id} agent_id={agent} />
				</Stack>
			</Columns>
		</Page>
	)
}

/** What an agent ran in some days; null for nothing. */
const countedOf = async (
	org_id: string,
	agent_id: string,
	days: { start: string; end: string },
): Promise<Counted | null> => (await listAgents(org_id, { ...days, agent_id, limit: 1 })).rows[0] ?? null

const Paused = ({ pause: { org_id, reason, created_at, until, set_by_user_id } }: { pause: Pause }) => (
	<Panel title={org_id === null ? t.page.paused_by_platform : t.page.paused}>
		<Facts
			facts={[
				[terms.reason, reason],
				[terms.by, <UserName key="by" user_id={set_by_user_id} />],
				[terms.since, <Ago key="since" time={created_at} />],
				[terms.until, until ? <Ago key="until" time={until} /> : t.page.forever],
			]}
		/>
	</Panel>
)

/** The runs of an agent, newest first, and the search that finds them. */
function useRunsOf(
	{ org_id, agent_id, status }: { org_id: string; agent_id: string; status?: 'failed' },
	most: number,
) {
	const { list } = useReader()
	const isOperator = useIsOperator()
	const search = { agent_id, ...(status && { status }), ...(isOperator && { org_id }) }
	const read = useQuery({
		queryKey: ['runs', 'of-agent', org_id, search],
		queryFn: () => list({ ...search, org_id }, most),
	})
	return { ...read, search }
}

interface OfAgent {
	org_id: string
	agent_id: string
}

function Newest(of: OfAgent) {
	const { data, error, refetch, search } = useRunsOf(of, NEWEST)
	const { title, all, old, none } = t.page.runs
	return (
		<Panel
			title={title}
			noPadding
			actions={
				<Link to="/runs" search={search}>
					{all}
				</Link>
			}
		>
			<RunTable
				label={title}
				rows={data?.rows}
				isOfAgent
				error={error}
				onRetry={() => void refetch()}
				expected={5}
				empty={<Notice icon="run" title={data?.next ? old : none} />}
			/>
		</Panel>
	)
}

const FAILED: Column<Schema<'Run'>>[] = [
	{
		title: terms.run,
		cell: ({ model, created_at, completed_at }) => (
			<TwoLines name={model ?? runs.no_model} below={<Ago time={completed_at ?? created_at} />} />
		),
	},
	{ title: terms.cost, cell: ({ total_cost_usd }) => usd(total_cost_usd), align: 'end' },
]

function Failures(of: OfAgent) {
	const { data, error, refetch, search } = useRunsOf({ ...of, status: 'failed' }, FAILURES)
	const { title, all, old, none } = t.page.failures
	return (
		<Panel
			title={title}
			noPadding
			actions={
				<Link to="/runs" search={search}>
					{all}
				</Link>
			}
		>
			<Table
				label={title}
				columns={FAILED}
				rows={data?.rows}
				keyOf={({ run_id }) => run_id}
				linkOf={({ run_id }) => ({ to: '/runs/$run_id', params: { run_id } })}
				error={error}
				onRetry={() => void refetch()}
				expected={2}
				empty={<Notice icon="run" title={data?.next ? old : none} />}
			/>
		</Panel>
	)
}
