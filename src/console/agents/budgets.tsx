import { useNavigate } from '@tanstack/react-router'
import { Taken } from '../budgets/taken.tsx'
import { amountOf } from '../budgets/words.tsx'
import { useIsOperator, useMay, useMe } from '../session/session.ts'
import { agents as t } from '../text/en/agents.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { TwoLines } from '../ui/two-lines.tsx'
import { type Limit, limitsFor, stateOf, useLimits } from './limits.ts'

interface Of {
	org_id: string
	agent_id: string
}

const columnsOf = (of: Of): Column<Limit>[] => [
	{
		title: terms.budget,
		cell: ({ budget }) => <TwoLines name={budget.name} below={amountOf(budget)} />,
	},
	{
		title: t.budgets.used,
		cell: (limit) => {
			const state = stateOf(limit, of)
			return state === null ? '–' : <Taken budget={limit.budget} state={state} />
		},
		isLong: true,
	},
]

/** The budgets that limit an agent, with what it has used of each. */
export function AgentBudgets(of: Of) {
	const { org_id, agent_id } = of
	const { org_id: mine } = useMe()
	const isOperator = useIsOperator()
	const limits = useLimits(org_id)
	const navigate = useNavigate()
	const [ofOrg, isAdmin] = [useMay('org.settings'), useMay('platform_admin')]
	const mayLimit = org_id === mine ? ofOrg : isAdmin
	return (
		<Panel
			title={t.budgets.title}
			noPadding
			actions={
				mayLimit && (
					<Button
						icon="plus"
						onClick={() =>
							void navigate({ to: '/budgets/new', search: { agent: agent_id, ...(isOperator && { org_id }) } })
						}
					>
						{terms.new_budget}
					</Button>
				)
			}
		>
			<Table
				label={t.budgets.label}
				columns={columnsOf(of)}
				rows={limits && limitsFor(limits, of)}
				keyOf={({ budget }) => budget.id}
				linkOf={({ budget }) => ({ to: '/budgets/$budget_id', params: { budget_id: budget.id }, search: { org_id } })}
				expected={1}
				empty={<Notice icon="budget" title={t.budgets.none} hint={t.budgets.none_hint} />}
			/>
		</Panel>
	)
}
