import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, data, type Schema } from '../api.ts'
import { OrgField } from '../names/org-field.tsx'
import { budgets } from '../text/en/budgets.ts'
import { Notice } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Owner } from './owner.ts'
import type { Budget } from './read.ts'
import { useSettled } from './settled.ts'
import { Subject } from './words.tsx'

const t = budgets.simulation

const DAYS = 7
/** As many subjects as fit beside the form. */
const SHOWN = 6

type Draft = Schema<'CreatePlatformBudget'>

/** The fields that a simulation goes by. */
const simulated = ({ scope, subject, unit, limit, window }: Draft) => ({ scope, subject, unit, limit, window })

interface PanelProps {
	owner: Owner
	budget: Draft | undefined
	/** What it would do now. */
	children?: ReactNode
}

/** What a budget would have stopped in the last days. One for every org is simulated with the runs of one. */
export function SimulationPanel({ owner, budget, children }: PanelProps) {
	const [chosen, setChosen] = useState<string | null>(null)
	const draft = useSettled(budget)
	const needsOrg = owner === undefined && !budget?.org_id
	const org_id = owner ?? budget?.org_id ?? chosen
	return (
		<Panel title={t.title} hint={t.hint(DAYS)}>
			{needsOrg && <OrgField name="simulated_org" label={t.choose_org} onChoose={setChosen} />}
			{draft && org_id && Number.isInteger(draft.limit) ? (
				<Simulation org_id={org_id} draft={draft} />
			) : (
				<Notice icon="budget" title={needsOrg ? t.choose_both : t.choose} />
			)}
			{children}
		</Panel>
	)
}

function Simulation({ org_id, draft }: { org_id: string; draft: Draft }) {
	const budget = simulated(draft)
	const { data: found, error } = useQuery({
		queryKey: ['budgets', 'simulation', org_id, budget],
		queryFn: () =>
			data(
				api.POST('/v1/orgs/{org_id}/budgets/rehearse', { params: { path: { org_id } }, body: { budget, days: DAYS } }),
			),
		placeholderData: keepPreviousData,
		retry: false,
	})
	if (error) return <p role="alert">{t.failed}</p>
	if (!found) return <p aria-busy="true">{t.loading}</p>
	return <Found found={found} scope={draft.scope} />
}

type Simulated = Schema<'BudgetSimulation'>

const columnsOf = (scope: Budget['scope']): Column<Simulated['subjects'][number]>[] => [
	{ title: budgets.one[scope], cell: ({ subject }) => <Subject scope={scope} subject={subject} /> },
	{ title: t.refused, cell: ({ would_refuse }) => number(would_refuse), align: 'end' },
	{ title: t.peak, cell: ({ peak }) => number(peak), align: 'end' },
]

function Found({
	found: { runs, would_refuse, subjects, is_cut },
	scope,
}: {
	found: Simulated
	scope: Budget['scope']
}) {
	if (runs === 0) return <p>{t.no_runs(DAYS)}</p>
	const stopped = subjects.filter((subject) => subject.would_refuse > 0).length
	const ofWhom = scope === 'run' ? '' : t.subjects(scope, stopped, number(stopped))
	return (
		<>
			<p aria-live="polite">
				<strong>
					{would_refuse === 0 ? t.none(DAYS) : t.stopped(DAYS, t.runs(would_refuse, number(would_refuse)), ofWhom)}
				</strong>{' '}
				{t.judged(runs, number(runs))}
			</p>
			{is_cut && <p>{t.cut}</p>}
			<Table
				label={t.most}
				columns={columnsOf(scope)}
				rows={subjects.slice(0, SHOWN)}
				keyOf={({ subject }) => subject}
				isDense
				empty={null}
			/>
		</>
	)
}
