import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Schema } from '../api.ts'
import { Name, useName } from '../names/name.tsx'
import { OrgLink } from '../names/org-name.tsx'
import { PauseAgent } from '../pauses/pause-agent.tsx'
import { Waiting } from '../requests/waiting.tsx'
import { useIsOperator } from '../session/session.ts'
import { runs as t } from '../text/en/runs.ts'
import { terms } from '../text/en/terms.ts'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Notice } from '../ui/failure.tsx'
import { Figure, Figures } from '../ui/figures.tsx'
import { compact, number, usd } from '../ui/format.ts'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import { CostPanel } from './cost.tsx'
import { duration } from './duration.ts'
import { HoldPanel } from './hold.tsx'
import { FRESH_MS, useReader } from './read.ts'
import { RunTable } from './run-table.tsx'
import { isGoingOn, StatusBadge } from './status-badge.tsx'
import { Story } from './story.tsx'
import styles from './run.module.css'

type Run = Schema<'Run'>

export function Run() {
	const { run_id } = useParams({ from: '/runs/$run_id' })
	const { one } = useReader()
	const [run, instead] = useDetail({
		queryKey: ['runs', run_id],
		queryFn: () => one(run_id),
		refetchInterval: ({ state }) => (state.data && isGoingOn(state.data.status) ? FRESH_MS : false),
	})
	if (!run) return instead
	return (
		<Page
			title={run.agent_id ?? run.model ?? t.no_model}
			mark={<StatusBadge status={run.status} />}
			hint={
				<>
					{run.agent_id && `${run.model ?? t.no_model} · `}
					<Id text={run.run_id} what={terms.id} />
				</>
			}
			actions={run.agent_id && <PauseAgent org_id={run.org_id} agent_id={run.agent_id} />}
		>
			{isGoingOn(run.status) && <Waiting run={run} />}
			<RunFigures run={run} />
			<Columns kind="wide-first">
				<RunStory run={run} />
				<Stack>
					{run.hold && <HoldPanel hold={run.hold} />}
					<CostPanel run={run} />
					<About run={run} />
				</Stack>
				<Alike run={run} />
			</Columns>
		</Page>
	)
}

function RunFigures({ run }: { run: Run }) {
	const { total_cost_usd, credits_used, shortfall, total_input_tokens, total_output_tokens, duration_ms } = run
	const tokens = total_input_tokens + total_output_tokens
	return (
		<Figures>
			<Figure
				label={terms.cost}
				value={usd(total_cost_usd)}
				hint={tokens > 0 && t.figures.cost_hint(usd((total_cost_usd / tokens) * 1_000_000))}
			/>
			<Figure
				label={terms.credits}
				value={number(credits_used)}
				hint={shortfall > 0 ? t.figures.shortfall(number(shortfall)) : credits_used > 0 && t.figures.covered}
			/>
			<Figure
				label={terms.tokens}
				value={compact(tokens)}
				hint={t.figures.tokens_hint(number(total_input_tokens), number(total_output_tokens))}
			/>
			<Figure
				label={terms.duration}
				value={duration_ms === null ? '–' : duration(duration_ms)}
				hint={
					duration_ms !== null &&
					duration_ms > 0 &&
					t.figures.duration_hint(compact(Math.round((total_output_tokens / duration_ms) * 1_000)))
				}
			/>
		</Figures>
	)
}

/** What a run didn't report isn't among its facts. */
const About = ({ run }: { run: Run }) => (
	<Panel title={terms.about}>
		<Facts
			facts={[
				[terms.org, <OrgLink key="org" org_id={run.org_id} />],
				[
					terms.agent,
					run.agent_id && (
						<Link key="agent" to="/agents/$org_id" params={{ org_id: run.org_id }} search={{ agent: run.agent_id }}>
							{run.agent_id}
						</Link>
					),
				],
				[terms.user, run.user_id && <Name key="user" id={run.user_id} />],
				[t.about.thread, run.thread_id && <Id key="thread" text={run.thread_id} what={t.about.thread} />],
				[t.about.selector, run.persona_model && <code key="selector">{run.persona_model}</code>],
				[terms.provider, run.provider_kind],
				[t.about.credential, run.credential_name],
				[t.about.persona, run.persona_id],
				[t.about.api_key, run.api_key_id && <Name key="api_key" id={run.api_key_id} />],
				[t.about.cache_read, run.total_cache_read_tokens !== null && number(run.total_cache_read_tokens)],
				[t.about.cache_write, run.total_cache_write_tokens !== null && number(run.total_cache_write_tokens)],
				// Reports name no cause. What the balance didn't cover stands with the credits.
				[t.about.cause, run.status === 'failed' && t.about.no_cause],
				[terms.started, <Ago key="began" time={run.created_at} />],
				[t.about.ended, run.completed_at ? <Ago key="ended" time={run.completed_at} /> : t.about.going_on],
			]}
		/>
	</Panel>
)

/** Its story, once it's known what it did to the balance. */
function RunStory({ run }: { run: Run }) {
	const { entries } = useReader()
	const { data = [] } = useQuery({
		queryKey: ['credits', 'of-run', run.run_id, run.status],
		queryFn: () => entries(run),
	})
	return <Story run={run} entries={data} />
}

const NEWEST = 6

/** The runs to compare this one with: the newest of its org with its model, and the way to others. */
function Alike({ run: { run_id, model, user_id, agent_id, org_id } }: { run: Run }) {
	const isOperator = useIsOperator()
	const { list } = useReader()
	const user = useName(user_id ?? '')
	const search = { ...(model ? { model } : {}), ...(isOperator ? { org_id } : {}) }
	const { data, error, refetch } = useQuery({
		queryKey: ['runs', 'alike', search, run_id],
		queryFn: () => list(search, NEWEST),
	})
	return (
		<Panel
			title={t.more.title}
			noPadding
			hint={
				<span className={styles.more}>
					{model && (
						<Link to="/runs" search={{ model }}>
							{t.more.model(model)}
						</Link>
					)}
					{model && (
						<Link to="/runs" search={{ model, status: 'failed' }}>
							{t.more.failed(model)}
						</Link>
					)}
					{agent_id && (
						<Link to="/runs" search={{ agent_id }}>
							{t.more.agent(agent_id)}
						</Link>
					)}
					{user_id && (
						<Link to="/runs" search={{ user_id }}>
							{t.more.user(user ?? user_id)}
						</Link>
					)}
					{isOperator && (
						<Link to="/runs" search={{ org_id }}>
							{t.more.org}
						</Link>
					)}
				</span>
			}
		>
			<RunTable
				label={t.more.title}
				rows={data?.rows.filter((row) => row.run_id !== run_id).slice(0, NEWEST - 1)}
				error={error}
				onRetry={() => void refetch()}
				expected={NEWEST - 1}
				empty={<Notice icon="run" title={t.more.none} />}
			/>
		</Panel>
	)
}
