import { sql } from 'drizzle-orm'
import { userActivity } from '../../billing/usage/table.ts'
import { oidcSignIns } from '../../federation/oidc/table.ts'
import { apiKeys } from '../../keys/api-keys/table.ts'
import { encryptionKeys, serviceAccountKeys, serviceAccounts } from '../../keys/service-accounts/table.ts'
import { invitations } from '../../people/invitations/table.ts'
import { leavings } from '../../people/leaving/table.ts'
import { credentialReleases } from '../../runtime/http/table.ts'
import { oidcConnections, oidcDomains, scimTokens, scimUsers } from '../../sign-in/identities/table.ts'
import { signInRequirements } from '../../sign-in/requirements/table.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { type Decision, names } from './decision.ts'

const THROUGH = 'It only says whose word counts'

export const PEOPLE: Record<string, Decision> = {
	api_keys: {
		table: apiKeys,
		exported: {
			columns: names('id org_id user_id name key_prefix scopes mode expires_at replaced_by connection_id created_at'),
			withheld: {
				last_used_at: 'Only its user sees it',
				key_hash: 'A hash',
				call_hash: 'A hash',
				fingerprint_hash: 'A hash',
				has_checksum: 'The form of the key',
				root_id: 'Bookkeeping of rotations',
				connection_used_at: 'Only its user sees it',
			},
		},
		erased: 'deleted',
	},
	service_account_keys: {
		table: serviceAccountKeys,
		rows: 'service_account_id IN (SELECT s.id FROM service_accounts s WHERE s.org_id = :org)',
		expires: true,
		exported: {
			columns: names(
				'id service_account_id name key_prefix mode expires_at last_used_at replaced_by created_by maker_left_at created_at',
			),
			withheld: {
				key_hash: 'A hash',
				call_hash: 'A hash',
				fingerprint_hash: 'A hash',
				root_id: 'Bookkeeping of rotations',
				through_connection_id: THROUGH,
				permissions: 'The account shows which keys may do less than it',
			},
		},
		erased: 'deleted',
	},
	credential_releases: {
		table: credentialReleases,
		rows: '(org_id = :org OR service_account_id IN (SELECT s.id FROM service_accounts s WHERE s.org_id = :org))',
		expires: true,
		backup: { left: 'They say what the audit log of a day has already, and it is copied' },
		exported: { not: 'The audit log has each of them' },
		erased: 'deleted',
	},
	service_account_encryption_keys: {
		table: encryptionKeys,
		rows: 'service_account_id IN (SELECT s.id FROM service_accounts s WHERE s.org_id = :org)',
		backup: {
			left: 'A key that was removed after the backup must not come back. The people who run a runtime add its key again',
		},
		exported: {
			columns: names('service_account_id kid jwk created_by created_at'),
			withheld: { through_connection_id: THROUGH },
		},
		erased: 'deleted',
	},
	service_accounts: {
		table: serviceAccounts,
		exported: {
			columns: names('id org_id name role scopes is_active runtime created_by created_at updated_at'),
		},
		erased: 'deleted',
	},
	oidc_sign_ins: {
		table: oidcSignIns,
		rows: 'connection_id IN (SELECT o.id FROM oidc_connections o WHERE o.org_id = :org)',
		expires: true,
		backup: { left: 'They end within ten minutes' },
		exported: { not: 'They are kept for ten minutes' },
		erased: 'deleted',
	},
	oidc_domains: {
		table: oidcDomains,
		rows: 'connection_id IN (SELECT o.id FROM oidc_connections o WHERE o.org_id = :org)',
		exported: { columns: names('connection_id domain challenge proved_at checked_at') },
		erased: 'deleted',
	},
	sign_in_requirements: {
		table: signInRequirements,
		rows: 'owner = :org',
		exported: { columns: names('id owner connection_id created_at') },
		erased: 'deleted',
	},
	leavings: {
		table: leavings,
		exported: { not: 'They are kept until the owners are told' },
		erased: 'deleted',
	},
	scim_tokens: {
		table: scimTokens,
		rows: 'connection_id IN (SELECT o.id FROM oidc_connections o WHERE o.org_id = :org)',
		exported: {
			columns: names('connection_id created_by created_at narrowed_at refused'),
			withheld: {
				token_hash: 'Hash of a token',
				told_at: 'When the owners were last told',
				through_connection_id: THROUGH,
			},
		},
		erased: 'deleted',
	},
	scim_users: {
		table: scimUsers,
		rows: 'connection_id IN (SELECT o.id FROM oidc_connections o WHERE o.org_id = :org)',
		exported: {
			columns: names('connection_id user_id user_name external_id state role forgotten_at created_at updated_at'),
			withheld: { user_name_caseless: 'The name says it' },
		},
		erased: 'deleted',
	},
	oidc_connections: {
		table: oidcConnections,
		exported: {
			columns: names(
				'id org_id name issuer client_id scopes role_claim role_map default_role session_max_age is_active decided_by waits_since last_failure last_failed_at created_at updated_at',
			),
			withheld: { people_count: 'The people of its directory are shown', through_connection_id: THROUGH },
		},
		erased: 'deleted',
	},
	invitations: {
		table: invitations,
		expires: true,
		backup: { left: 'One that was used or withdrawn after the backup must not work again' },
		exported: {
			columns: names('id org_id email role inviter_user_id created_at sent_at expires_at accepted_at accepted_user_id'),
			withheld: {
				inviter_api_key_id: 'It only says whose rights count',
				inviter_permission: 'It only says whose rights count',
				through_connection_id: THROUGH,
				token_hash: 'A hash',
				mailed_token_hash: 'A hash',
				mailed_at: 'It only says whether a mail went out',
				voided_at: 'The state says whether it is void',
			},
		},
		erased: 'deleted',
	},
	memberships: {
		table: memberships,
		exported: {
			kind: 'members',
			columns: names('user_id role created_at'),
			withheld: { org_id: 'It is the org', given_role: 'It only says whether a claim may take the role away' },
			more: { login: sql`(SELECT u.login FROM users u WHERE u.id = memberships.user_id)` },
		},
		erased: 'deleted',
	},
	user_activity: {
		table: userActivity,
		rows: 'scope = :org',
		exported: { not: 'It only sees to it that a user counts once a day' },
		erased: 'deleted',
	},
}
