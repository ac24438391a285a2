import { useNavigate, useSearch } from '@tanstack/react-router'
import { page } from '../api.ts'
import { Only } from '../change/only.tsx'
import { List } from '../lists/list.tsx'
import { useName } from '../names/name.tsx'
import { useScope } from '../session/scope.ts'
import { useMe } from '../session/session.ts'
import { budgets as t } from '../text/en/budgets.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { columnsOf, keyOf, ROWS } from './columns.tsx'
import { neededFor } from './owner.ts'
import { listBudgets } from './read.ts'

/** The platform's budgets for its admins, and your org's for everybody. */
export function Budgets() {
	const { cursor } = useSearch({ from: '/budgets' })
	const { org_id: mine } = useMe()
	const org = useName(mine) ?? mine
	const navigate = useNavigate()
	const org_id = useScope() === 'platform' ? undefined : mine
	return (
		<List
			hint={org_id === undefined ? t.hint.platform : t.hint.org(org)}
			query={{
				queryKey: ['budgets', org_id, { cursor }],
				queryFn: () => page(listBudgets(org_id, { cursor, limit: ROWS })),
			}}
			columns={columnsOf(org_id)}
			keyOf={keyOf}
			linkOf={({ id }) => ({ to: '/budgets/$budget_id', params: { budget_id: id }, search: { org_id } })}
			expected={4}
			empty={{ icon: 'budget', title: t.empty, hint: t.empty_hint }}
			actions={
				<Only needs={neededFor(org_id)}>
					<Button kind="primary" icon="plus" onClick={() => void navigate({ to: '/budgets/new', search: { org_id } })}>
						{terms.new_budget}
					</Button>
				</Only>
			}
		/>
	)
}
