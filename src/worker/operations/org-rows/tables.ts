import { BILLING } from './billing.ts'
import type { Decision } from './decision.ts'
import { MESSAGES } from './messages.ts'
import { PEOPLE } from './people.ts'
import { SETTINGS } from './settings.ts'
import { SPENDING } from './spending.ts'

/**
 * What becomes of each table: which rows are an org's, what an export shows of them, and what the erasure, a backup and the retention
 * do with them. A test fails for a table or a column without a decision. The erasure and a backup go through the tables in this order:
 * children before parents, and what a trigger writes after what fires it.
 */
export const TABLES: Record<string, Decision> = {
	...MESSAGES,
	...SPENDING,
	...SETTINGS,
	...PEOPLE,
	...BILLING,

	users: { platform: 'People outlive their orgs, and delete their accounts themselves' },
	passkeys: { platform: 'They belong to users' },
	passwords: { platform: 'They belong to users' },
	recovery_codes: { platform: 'They belong to users' },
	totp_keys: { platform: 'They belong to users' },
	platform_admins: { platform: 'They are users' },
	operator_roles: { platform: 'They belong to users' },
	sessions: {
		platform: 'They belong to users. One in a deleted org moves to another at its next refresh',
		backup: { left: 'A login that ended after the backup must not come back to life. Everybody logs in again' },
		expires: true,
	},
	refresh_tokens: { platform: 'They belong to sessions', backup: 'left', expires: true },
	one_time_tokens: {
		platform: 'They belong to users',
		backup: { left: 'One that was used after the backup must not work again' },
		expires: true,
	},
	sign_in_challenges: {
		platform: 'They belong to users, and are kept for five minutes',
		backup: 'left',
		expires: true,
	},
	identities: { platform: 'They belong to users' },
	login_failures: {
		platform: 'They count for ten minutes',
		backup: 'left',
		expires: true,
	},
	sign_in_requests: { platform: 'They count for an hour', backup: 'left', expires: true },
	user_erasures: { platform: 'They belong to users' },
	name_claims: { platform: 'They belong to users' },
	referrals: { platform: 'They belong to users' },
	invite_codes: { platform: 'They belong to users' },
	broadcast_marks: { platform: 'They belong to users' },
	broadcast_absences: { platform: 'They belong to users' },
	broadcast_shards: { platform: 'They go with their broadcast' },
	idempotency_keys: { platform: 'They name no org, and are kept for a day', expires: true },

	plan_entitlements: { platform: 'They are for every org' },
	plans: { platform: 'They are for every org' },
	feature_flags: { platform: 'They are for every org' },
	redemption_codes: { platform: 'They are for every org' },
	credit_operations: { platform: 'They change the balance of every org' },
	config_entries: { platform: 'They configure the platform' },
	email_config: { platform: 'It configures the platform' },
	gateway_config: { platform: 'It configures the platform' },

	archived_runs: { platform: 'They say where a run is, and what it took, without a name' },
	archived_usage: { platform: 'The sums of archived runs, without a name' },
	replaced_objects: { platform: 'They are objects of the archive, which orgs share' },
	ledger_marks: {
		platform: 'They only say how far a ledger is verified',
		backup: { left: 'The next verifications make them again' },
	},
	ledger_folds: { platform: 'Never keeps a row', backup: 'left' },
	counted_credits: { platform: 'Never keeps a row', backup: 'left' },
	guards: { platform: 'Never holds a row', backup: 'left' },
	dry_runs: { platform: 'Never holds a row', backup: 'left' },
	counters: {
		platform: 'They count all orgs together',
		backup: { derived: 'from users, orgs, runs, usage and broadcasts' },
	},
	search_characters: { platform: 'A migration fills it', backup: 'left' },
	orgs_search: {
		platform: 'It follows the names of orgs, and a deleted org has none',
		backup: { derived: 'from orgs_search_values' },
	},
	users_search: { platform: 'It follows users', backup: { derived: 'from users_search_values' } },
	invite_codes_search: { platform: 'It follows invite codes', backup: { derived: 'from invite_codes_search_values' } },
	redemption_codes_search: {
		platform: 'It follows redemption codes',
		backup: { derived: 'from redemption_codes_search_values' },
	},
	alerts: { platform: 'They are for operators', backup: { left: 'They are evaluated again' }, expires: true },
	jobs: { platform: 'They are the platform', backup: { left: 'Every job is due' } },
	backups: {
		platform: 'They copy the whole database, and are kept for five weeks',
		backup: { left: "They are about another instance's bucket" },
	},
	backup_parts: { platform: 'They belong to backups', backup: 'left' },
	d1_migrations: { platform: 'It is the schema', backup: { left: 'The schema must be there before' } },
}
