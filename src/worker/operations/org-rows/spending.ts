import { holds } from '../../billing/holds/table.ts'
import type { Change } from '../../changes/requests/proposal.ts'
import { shownToOrg } from '../../changes/requests/shown.ts'
import { runStandings } from '../../spending/admission/table.ts'
import { budgetAlerts, budgetGrants, budgets, budgetStates } from '../../spending/budgets/table.ts'
import { requests } from '../../spending/requests/table.ts'
import { pauses } from '../../traffic/pauses/table.ts'
import { type Decision, names } from './decision.ts'

type ExportedRequest = { change: Change | null }

export const SPENDING: Record<string, Decision> = {
	pauses: {
		table: pauses,
		rows: "(owner = :org OR owner = 'platform' AND scope = 'org' AND subject = :org)",
		expires: true,
		exported: {
			columns: names('scope subject reason until set_by_user_id created_at updated_at'),
			withheld: { owner: 'Only those that the org set are shown' },
			where: 'owner = :org',
		},
		erased: 'deleted',
	},
	requests: {
		table: requests,
		rows: '(org_id = :org OR owner = :org)',
		expires: true,
		exported: {
			columns: names(
				'id org_id kind asked_by_kind asked_by_id reason created_at expires_at decided_at decided_by decision decision_reason run_id spend granted change',
			),
			withheld: {
				owner: 'Only those that the org decides are shown',
				key_id: 'No list shows it',
				key_root_id: 'No list shows it',
				hash: 'A hash',
				told_at: 'It is for the notices',
				mailed_at: 'It is for the mails',
			},
			where: 'owner = :org',
			line: ({ change, ...request }: ExportedRequest) => ({ ...request, change: change && shownToOrg(change) }),
		},
		erased: 'deleted',
	},
	holds: {
		table: holds,
		exported: { not: 'A run shows its hold' },
		erased: 'deleted',
	},
	run_standings: {
		table: runStandings,
		backup: { left: 'Only the statements of one batch read it' },
		exported: { not: 'A run shows what became of it' },
		erased: 'deleted',
	},
	budget_alerts: {
		table: budgetAlerts,
		expires: true,
		exported: { not: 'The events of a budget say the same' },
		erased: 'deleted',
	},
	budget_grants: {
		table: budgetGrants,
		expires: true,
		exported: { not: 'A request shows what was granted' },
		erased: 'deleted',
	},
	budget_states: {
		table: budgetStates,
		expires: true,
		exported: {
			columns: names(
				'budget_id org_id subject window_start used held refused exceeded_at changed_at raised raised_until beyond',
			),
		},
		erased: 'deleted',
	},
	budgets: {
		table: budgets,
		exported: {
			columns: names('id org_id name scope subject unit limit window mode alerts expires_at created_at updated_at'),
			withheld: { owner: 'No list shows it', counts_since: 'The states have what it counts' },
		},
		erased: 'deleted',
	},
}
