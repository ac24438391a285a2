import { useSearch } from '@tanstack/react-router'
import { Taken } from '../budgets/taken.tsx'
import { List } from '../lists/list.tsx'
import { type Agent, listAgents } from '../names/agents.ts'
import { IdFilter } from '../names/id-filter.tsx'
import { useName } from '../names/name.tsx'
import { OrgName } from '../names/org-name.tsx'
import { usePausesOfAgents } from '../pauses/of-agents.ts'
import { PauseAgent } from '../pauses/pause-agent.tsx'
import { useScope } from '../session/scope.ts'
import { useMe } from '../session/session.ts'
import { agents as t } from '../text/en/agents.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Trend } from '../ui/figures.tsx'
import { Choice, SearchBox } from '../ui/filters.tsx'
import { number, usd } from '../ui/format.ts'
import { rowsPerPage } from '../ui/pages.ts'
import { actionsColumn, type Column, RowActions } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { TwoLines } from '../ui/two-lines.tsx'
import { periodOf } from '../usage/period.ts'
import { type Limit, stateOf, tightestFor, useLimits } from './limits.ts'
import { agentLink, PERIODS, USUAL } from './search.ts'
import styles from './agents.module.css'

interface Shown {
	isOfAll: boolean
	/** Undefined while they load. */
	limits: Limit[] | undefined
	isPaused: (agent: Agent) => boolean
}

const columnsOf = ({ isOfAll, limits, isPaused }: Shown): Column<Agent>[] => [
	{
		title: terms.agent,
		cell: (agent) => (
			<TwoLines
				name={
					<>
						{agent.agent_id ?? t.others} {isPaused(agent) && <Badge tone="warn">{t.paused}</Badge>}
					</>
				}
				below={
					isOfAll ? (
						<OrgName org_id={agent.org_id} />
					) : (
						<>
							{t.last_run} <Ago time={agent.last_run_at} />
						</>
					)
				}
			/>
		),
	},
	{
		title: t.columns.trend,
		cell: ({ daily_cost_usd }) => (
			<span className={styles.trend}>
				<Trend values={daily_cost_usd} />
			</span>
		),
		from: 'wide',
	},
	{ title: terms.cost, cell: ({ cost_usd }) => usd(cost_usd), align: 'end' },
	{ title: terms.runs, cell: ({ run_count }) => number(run_count), align: 'end', from: 'medium' },
	{
		title: terms.failed,
		cell: ({ failed_run_count, last_failed_at }) =>
			failed_run_count > 0 ? <TwoLines name={number(failed_run_count)} below={<Ago time={last_failed_at} />} /> : '0',
		align: 'end',
		from: 'medium',
	},
	// Also where no budget limits an agent: a column that went away would move the others.
	{
		title: t.columns.budget,
		cell: (agent) => <Tightest limits={limits} agent={agent} />,
		isLong: true,
		from: 'wide',
	},
	actionsColumn(
		({ org_id, agent_id }) =>
			agent_id !== null && (
				<RowActions>
					<PauseAgent org_id={org_id} agent_id={agent_id} isSmall />
				</RowActions>
			),
	),
]

function Tightest({ limits, agent }: { limits: Limit[] | undefined; agent: Agent }) {
	const limit = limits && tightestFor(limits, agent)
	if (!limits) return '…'
	const state = limit && stateOf(limit, agent)
	return limit && state !== null ? <Taken budget={limit.budget} state={state} /> : '–'
}

/** What runs name as their agent: of the platform for operators, or of one org. */
export function Agents() {
	const search = useSearch({ from: '/agents' })
	const { q, cursor, period = USUAL, org_id: asked } = search
	const { org_id: mine } = useMe()
	const isOfOrg = useScope() === 'org'
	const org_id = isOfOrg ? mine : asked
	const org = useName(org_id ?? mine) ?? org_id
	const limits = useLimits(org_id)
	const pauses = usePausesOfAgents(org_id)
	const isPaused = ({ agent_id }: Agent) => pauses?.some(({ subject }) => subject === agent_id) ?? false
	const { days } = periodOf(period)
	return (
		<List
			hint={org_id === undefined ? t.hint.platform : t.hint.org(org ?? '')}
			query={{
				queryKey: ['agents', org_id, days, { q, cursor }],
				queryFn: () => listAgents(org_id, { ...days, q, cursor, limit: rowsPerPage() }),
			}}
			columns={columnsOf({ isOfAll: org_id === undefined, limits, isPaused })}
			keyOf={({ org_id: one, agent_id }) => `${one} ${agent_id ?? ''}`}
			linkOf={(agent) => agentLink(agent, search.period)}
			expected={6}
			empty={
				cursor
					? { icon: 'agent', title: t.empty_page, hint: t.empty_page_hint }
					: q
						? { icon: 'agent', title: t.none, hint: t.none_hint }
						: { icon: 'agent', title: t.empty, hint: t.empty_hint }
			}
			tools={
				<>
					<SearchBox label={t.search} />
					<Choice
						of="days"
						name="period"
						label={t.period.label}
						options={PERIODS.map((value) => ({ value: value === USUAL ? undefined : value, label: t.period[value] }))}
					/>
					{!isOfOrg && asked && <IdFilter name="org_id" id={asked} label={terms.org} />}
				</>
			}
		/>
	)
}
