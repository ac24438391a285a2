import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { page } from '../api.ts'
import { Only } from '../change/only.tsx'
import { ListPanel } from '../lists/list.tsx'
import { useMay } from '../session/session.ts'
import { budgets as t } from '../text/en/budgets.ts'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { columnsOf, keyOf, ROWS } from './columns.tsx'
import { listBudgets } from './read.ts'

/** The budgets that apply to an org, on its page. */
export function OrgBudgets({ org_id }: { org_id: string }) {
	const { cursor } = useSearch({ from: '/orgs/$org_id' })
	const navigate = useNavigate()
	/** Otherwise it's a budget of the platform, for this org. */
	const ofOrg = useMay('org.settings')
	const read = useQuery({
		queryKey: ['budgets', org_id, { cursor }],
		queryFn: () => page(listBudgets(org_id, { cursor, limit: ROWS })),
		placeholderData: keepPreviousData,
	})
	return (
		<ListPanel
			title={shell.places.budgets}
			hint={t.tab_hint}
			read={read}
			columns={columnsOf(org_id)}
			keyOf={keyOf}
			linkOf={({ id }) => ({ to: '/budgets/$budget_id', params: { budget_id: id }, search: { org_id } })}
			expected={3}
			empty={{ icon: 'budget', title: t.empty, hint: t.empty_hint }}
			actions={
				<Only needs={['org.settings', 'money.write']}>
					<Button
						icon="plus"
						onClick={() => void navigate({ to: '/budgets/new', search: ofOrg ? { org_id } : { only: org_id } })}
					>
						{terms.new_budget}
					</Button>
				</Only>
			}
		/>
	)
}
