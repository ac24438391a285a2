import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { tagged, type Tagged } from '../api.ts'
import { danger, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Editable } from '../change/editable.tsx'
import { Only } from '../change/only.tsx'
import { OrgLink } from '../names/org-name.tsx'
import { useIsOperator } from '../session/session.ts'
import { budgets as t } from '../text/en/budgets.ts'
import { punctuation } from '../text/en/language.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { percent } from '../ui/format.ts'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import { BudgetForm } from './budget-form.tsx'
import { Marks } from './columns.tsx'
import { neededFor, type Owner, useOwner, useUp } from './owner.ts'
import { type Budget as Found, deleteBudget, readBudget } from './read.ts'
import { SimulationPanel } from './simulation.tsx'
import { States } from './states.tsx'
import { amountOf, Whom } from './words.tsx'

/** One budget: what's taken of it, what it says, and what the draft of a change would have stopped. An org reads those of the platform that apply to it. */
export function Budget() {
	const { budget_id } = useParams({ from: '/budgets/$budget_id' })
	const { org_id } = useSearch({ from: '/budgets/$budget_id' })
	const owner = useOwner(org_id)
	const up = useUp(owner)
	const isOperator = useIsOperator()
	const [draft, setDraft] = useState<Found>()
	const [budget, instead] = useDetail({
		queryKey: ['budgets', owner, budget_id],
		queryFn: () => tagged<Found>(readBudget(owner, budget_id)),
	})
	if (!budget) return instead
	const isOwn = (owner === undefined) === (budget.value.set_by === 'platform')
	return (
		<Page
			title={budget.value.name}
			mark={<Marks budget={budget.value} owner={owner} />}
			up={up}
			actions={
				isOwn && (
					<Only needs={neededFor(owner)}>
						<Delete budget={budget} owner={owner} />
					</Only>
				)
			}
		>
			<Columns kind="wide-first">
				<Stack>
					<States budget={budget.value} owner={owner} />
					{isOwn && <SimulationPanel owner={owner} budget={draft ?? budget.value} />}
				</Stack>
				{isOwn ? (
					<Editable
						title={terms.about}
						needs={neededFor(owner)}
						renderForm={(onClose) => (
							<BudgetForm
								budget={budget}
								owner={owner}
								onDraft={setDraft}
								onClose={() => {
									setDraft(undefined)
									onClose()
								}}
							/>
						)}
					>
						<About budget={budget.value} />
					</Editable>
				) : (
					<Panel title={terms.about}>
						<p>{t.page.note}</p>
						<About budget={budget.value} />
						{budget.value.set_by === 'platform' && isOperator && (
							<Link to="/budgets/$budget_id" params={{ budget_id }}>
								{t.page.change}
							</Link>
						)}
					</Panel>
				)}
			</Columns>
		</Page>
	)
}

function Delete({ budget: { value, etag }, owner }: { budget: Tagged<Found>; owner: Owner }) {
	const ask = useAsk()
	const navigate = useNavigate()
	const up = useUp(owner)
	const remove = useChange({
		send: (_: null, headers) => deleteBudget(owner, value.id, headers),
		etag,
		done: terms.deleted(value.name),
		canUndo: true,
		onDone: () => void navigate({ ...up.link, ignoreBlocker: true }),
	})
	return (
		<Button icon="trash" onClick={() => ask({ ...danger(t.remove, value.name), change: remove })}>
			{terms.delete}
		</Button>
	)
}

function About({ budget }: { budget: Found }) {
	const { id, org_id, mode, alerts, expires_at, counts_since } = budget
	return (
		<Facts
			facts={[
				[terms.id, <Id key="id" text={id} />],
				[t.about.bounds, <Whom key="bounds" {...budget} />],
				[t.about.limit, amountOf(budget)],
				[terms.org, org_id === null ? t.about.each_org : <OrgLink key="org" org_id={org_id} />],
				[terms.mode_label, t.about.modes[mode]],
				[
					t.about.alerts,
					alerts.length === 0 ? t.about.no_alerts : alerts.map((alert) => percent(alert / 100)).join(punctuation.list),
				],
				[terms.expires, <Ago key="expires" time={expires_at} />],
				[t.about.since, <Ago key="since" time={counts_since} />],
			]}
		/>
	)
}
