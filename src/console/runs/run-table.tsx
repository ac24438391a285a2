import type { ReactNode } from 'react'
import type { Schema } from '../api.ts'
import { OrgName } from '../names/org-name.tsx'
import { runs as t } from '../text/en/runs.ts'
import { terms } from '../text/en/terms.ts'
import { compact, usd } from '../ui/format.ts'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { TwoLines } from '../ui/two-lines.tsx'
import { duration } from './duration.ts'
import { HoldCell } from './hold.tsx'
import { StatusBadge } from './status-badge.tsx'

type Run = Schema<'Run'>

/** The model. Screen readers also tell runs apart by their IDs. */
const Below = ({ model, run_id }: Pick<Run, 'model' | 'run_id'>) => (
	<>
		{model ?? t.no_model} <code className="unseen">{run_id}</code>
	</>
)

const BY_ORG: Column<Run> = {
	title: terms.run,
	cell: ({ run_id, org_id, model }) => (
		<TwoLines name={<OrgName org_id={org_id} />} below={<Below model={model} run_id={run_id} />} />
	),
}

const BY_AGENT: Column<Run> = {
	title: terms.run,
	cell: ({ run_id, agent_id, model }) => (
		<TwoLines name={agent_id ?? t.no_agent} below={<Below model={model} run_id={run_id} />} />
	),
}

const BY_MODEL: Column<Run> = {
	title: terms.run,
	cell: ({ run_id, model }) => <TwoLines name={model ?? t.no_model} below={<code title={run_id}>{run_id}</code>} />,
}

const STATUS: Column<Run> = { title: terms.status, cell: ({ status }) => <StatusBadge status={status} /> }

const TOKENS: Column<Run> = {
	title: terms.tokens,
	cell: ({ total_input_tokens, total_output_tokens }) => compact(total_input_tokens + total_output_tokens),
	from: 'wide',
	align: 'end',
}

const HOLD: Column<Run> = { title: t.columns.hold, cell: ({ hold }) => <HoldCell hold={hold} />, from: 'wide' }

const REST: Column<Run>[] = [
	{
		title: terms.duration,
		cell: ({ duration_ms }) => (duration_ms === null ? '–' : duration(duration_ms)),
		from: 'wide',
		align: 'end',
	},
	{ title: terms.cost, cell: ({ total_cost_usd }) => usd(total_cost_usd), from: 'medium', align: 'end' },
	{ title: terms.started, cell: ({ created_at }) => <Ago time={created_at} />, from: 'medium', align: 'end' },
]

interface RunTableProps {
	label: string
	rows: Run[] | undefined
	/** Whether they are runs of several orgs. */
	hasOrgs?: boolean
	/** Whether they are runs of one agent. */
	isOfAgent?: boolean
	error: unknown
	onRetry: () => void
	isStale?: boolean
	expected: number
	empty: ReactNode
}

/** Runs, each leading to its own page. There's a column for holds where a run has one. */
export const RunTable = ({ hasOrgs = false, isOfAgent = false, ...rest }: RunTableProps) => (
	<Table
		{...rest}
		columns={[
			hasOrgs ? BY_ORG : isOfAgent ? BY_MODEL : BY_AGENT,
			STATUS,
			TOKENS,
			...(rest.rows?.some(({ hold }) => hold) ? [HOLD] : []),
			...REST,
		]}
		keyOf={({ run_id }) => run_id}
		linkOf={({ run_id }) => ({ to: '/runs/$run_id', params: { run_id } })}
	/>
)
