import { sql } from 'drizzle-orm'
import { agentDays } from '../../billing/agents/table.ts'
import { creditAccounts, ledgerEntries } from '../../billing/credits/table.ts'
import { redemptions } from '../../billing/redemption-codes/table.ts'
import { runArchives } from '../../billing/run-archive/table.ts'
import { rejectedReports } from '../../billing/run-reports/table.ts'
import { type Row, toRun } from '../../billing/runs/read.ts'
import { runs } from '../../billing/runs/table.ts'
import { activityDays, usageDays } from '../../billing/usage/table.ts'
import { auditDays, auditLogs, auditStates, undoSizes } from '../../ground/write/table.ts'
import { orgLogColumns } from '../../people/audit-logs/columns.ts'
import { subscriptions } from '../../plans/plans/table.ts'
import { asListed, type Decision, names } from './decision.ts'

const BY_SCOPE = 'scope = :org'
const OF_AUDIT = 'audit_id IN (SELECT l.id FROM audit_logs l WHERE l.org_id = :org)'

/** The columns of a run that name somebody or something of the org. The bookkeeping doesn't need them. */
export const PERSONAL_IN_RUNS = names('thread_id persona_id credential_name persona_model user_id agent_id api_key_id')

/** What an org took, paid and did. The books keep it, without names. */
export const BILLING: Record<string, Decision> = {
	runs: {
		table: runs,
		exported: {
			columns: names(
				'run_id org_id thread_id status model persona_id provider_kind credential_name persona_model duration_ms total_input_tokens total_output_tokens cost_microusd credits_used shortfall created_at completed_at user_id agent_id api_key_id total_cache_read_tokens total_cache_write_tokens other_cost_microusd costing',
			),
			withheld: { settled_by: 'It names a report', model_key: 'Another spelling of the model' },
			more: {
				hold: sql`(SELECT json_object('credits', h.credits, 'tokens', h.tokens, 'expires_at', h.expires_at,
					'spent', json_object('credits', h.spent_credits, 'tokens', h.spent_tokens)) FROM holds h WHERE h.run_id = runs.run_id)`,
			},
			order: 'created_at, run_id',
			line: (row: Row) => toRun(row),
		},
		erased: {
			kept: 'They are what was taken',
			set: Object.fromEntries(PERSONAL_IN_RUNS.map((column) => [column, 'NULL'])),
			unless: `coalesce(${PERSONAL_IN_RUNS.join(', ')}) IS NOT NULL`,
		},
	},
	run_archives: {
		table: runArchives,
		exported: { not: 'The runs in the archive are shown with the others' },
		erased: { kept: 'They say where archived runs are. The objects are written again without what is personal' },
	},
	rejected_reports: {
		table: rejectedReports,
		expires: true,
		exported: { not: 'Only operators list them' },
		erased: 'deleted',
	},
	usage_days: {
		table: usageDays,
		rows: BY_SCOPE,
		exported: {
			kind: 'usage',
			columns: names(
				'day model input_tokens output_tokens cost_microusd run_count failed_run_count durations reported_cost_microusd priced_cost_microusd unreported_run_count unpriced_run_count uncounted_run_count own_run_count own_cost_microusd',
			),
			withheld: { scope: 'It is the org' },
		},
		erased: { kept: 'They are what was taken' },
	},
	agent_days: {
		table: agentDays,
		exported: {
			kind: 'agents',
			columns: names(
				'agent_id day run_count failed_run_count cost_microusd credits_used last_run_at last_failed_at last_failed_run_id',
			),
			withheld: { org_id: 'It is the org' },
		},
		// The usage has the sums without the names.
		erased: 'deleted',
	},
	activity_days: {
		table: activityDays,
		rows: BY_SCOPE,
		exported: {
			kind: 'activity',
			columns: names('day active_users'),
			withheld: { scope: 'It is the org', active_orgs: 'Only the platform counts orgs' },
		},
		erased: 'deleted',
	},
	credit_accounts: {
		table: creditAccounts,
		backup: { derived: 'from the ledger' },
		exported: {
			kind: 'credits',
			columns: names('org_id balance held'),
			withheld: {
				entry_count: 'The entries are shown',
				granted_month: 'The entries say it',
				granted_amount: 'The entries say it',
				folded_through: 'It is for the compaction',
			},
		},
		erased: { kept: 'The books need it' },
	},
	ledger_entries: {
		table: ledgerEntries,
		exported: {
			columns: names(
				'id org_id amount balance_after type reference_type reference_id note actor_user_id folded_count created_at',
			),
			withheld: { seq: 'It is in the id', trace_id: 'It names a request' },
		},
		erased: { kept: 'The books need it, and nothing ever changes an entry' },
	},
	redemptions: {
		table: redemptions,
		exported: { columns: names('code_id org_id user_id created_at') },
		erased: { kept: 'They count how often a code was used' },
	},
	subscriptions: {
		table: subscriptions,
		exported: {
			columns: names('id org_id plan_id status current_period_start current_period_end cancelled_at created_at'),
		},
		erased: {
			kept: 'The books need it',
			set: { status: "'cancelled'", cancelled_at: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')" },
			unless: "status = 'active'",
		},
	},
	audit_states: {
		table: auditStates,
		rows: OF_AUDIT,
		expires: true,
		exported: { not: 'They are for reverts. The audit log shows what may be shown' },
		erased: 'deleted',
	},
	audit_days: {
		table: auditDays,
		backup: { left: 'It counts a day, and the next one begins at 0' },
		exported: { not: 'It counts the audit rows of a day' },
		erased: 'deleted',
	},
	undo_sizes: {
		table: undoSizes,
		rows: 'owner = :org',
		exported: { not: 'They count bytes' },
		erased: 'deleted',
	},
	audit_logs: {
		table: auditLogs,
		expires: true,
		exported: { ...asListed(orgLogColumns) },
		erased: {
			kept: 'They say who did what, for 400 days',
			set: { before: 'NULL', after: 'NULL' },
			unless: '(before IS NOT NULL OR after IS NOT NULL)',
		},
	},
}
