// Every action that the audit log can have, by the kind of its target, and why those can't be reverted that can't.

/**
 * What each action is, in the words of a log. A kind whose changes can be reverted has `revert`; any other says below
 * why not. A stored key whose address changed is `redirect`.
 */
export const AUDIT_ACTIONS = {
	api_keys: {
		create: 'API key created',
		update: 'API key updated',
		delete: 'API key deleted',
		rotate: 'API key rotated',
	},
	backups: { create: 'Backup created' },
	broadcasts: { create: 'Broadcast created', delete: 'Broadcast deleted' },
	budgets: {
		create: 'Budget created',
		update: 'Budget updated',
		delete: 'Budget deleted',
		revert: 'Budget change reverted',
	},
	config_entries: {
		put: 'Config entry saved',
		delete: 'Config entry deleted',
		redirect: 'Config entry address changed, key kept',
		revert: 'Config entry change reverted',
	},
	configuration_revisions: {
		apply: 'Configuration applied',
		restore: 'Configuration restored',
		redirect: 'Configuration address changed, key kept',
		revert: 'Configuration change reverted',
	},
	credits: {
		adjust: 'Credits adjusted',
		bulk_adjust: 'Credits adjusted for all orgs',
		reset_all: 'Credits reset for all orgs',
	},
	email: { test: 'Test email sent' },
	email_config: {
		put: 'Email settings saved',
		redirect: 'Email settings address changed, key kept',
		revert: 'Email settings change reverted',
	},
	entitlement_overrides: { put: 'Override saved', delete: 'Override deleted', revert: 'Override change reverted' },
	feature_flag_overrides: {
		put: 'Flag override saved',
		delete: 'Flag override deleted',
		revert: 'Flag override change reverted',
	},
	feature_flags: {
		create: 'Feature flag created',
		update: 'Feature flag updated',
		delete: 'Feature flag deleted',
		revert: 'Feature flag change reverted',
	},
	gateway_config: { put: 'Gateway configuration saved', revert: 'Gateway configuration change reverted' },
	identities: { create: 'Sign-in provider created', delete: 'Sign-in provider deleted' },
	invitations: {
		create: 'Invitation created',
		accept: 'Invitation accepted',
		resend: 'Invitation sent again',
		withdraw: 'Invitation withdrawn',
	},
	invite_codes: { create: 'Invite code created', update: 'Invite code updated', reset: 'Invite code replaced' },
	ip_rules: {
		create: 'IP rule created',
		update: 'IP rule updated',
		delete: 'IP rule deleted',
		revert: 'IP rule change reverted',
	},
	llm_models: {
		create: 'LLM model created',
		update: 'LLM model updated',
		delete: 'LLM model deleted',
		revert: 'LLM model change reverted',
	},
	llm_providers: {
		create: 'LLM provider created',
		update: 'LLM provider updated',
		delete: 'LLM provider deleted',
		redirect: 'LLM provider address changed, key kept',
		revert: 'LLM provider change reverted',
	},
	mcp_configs: {
		create: 'MCP server created',
		update: 'MCP server updated',
		delete: 'MCP server deleted',
		redirect: 'MCP server address changed, key kept',
		revert: 'MCP server change reverted',
	},
	memberships: { put: 'Membership saved', delete: 'Membership deleted' },
	operator_roles: { set: 'Platform roles set', revert: 'Platform roles change reverted' },
	org_exports: { create: 'Export of an org created' },
	orgs: { create: 'Org created', update: 'Org updated', delete: 'Org deleted', restore: 'Org restored' },
	passkeys: {
		create: 'Passkey created',
		update: 'Passkey updated',
		delete: 'Passkey deleted',
		refuse_copy: 'Copy of a passkey refused',
	},
	passwords: { change: 'Password changed', reset: 'Password reset', reset_token: 'Password reset code created' },
	pauses: { set: 'Pause set', lift: 'Pause lifted', revert: 'Pause change reverted' },
	oidc_connections: {
		create: 'OpenID connection created',
		update: 'OpenID connection updated',
		delete: 'OpenID connection deleted',
		test: 'OpenID connection tested',
		confirm: 'OpenID connection confirmed',
	},
	sign_in_requirements: {
		set: 'Sign-in requirement set',
		lift: 'Sign-in requirement lifted',
		revert: 'Sign-in requirement change reverted',
	},
	requests: { grant: 'Request granted', decline: 'Request declined', revert: 'Grant reverted' },
	scim_tokens: { make: 'SCIM token created', revoke: 'SCIM token removed', end: 'SCIM token ended' },
	scim_users: {
		activate: 'Person in a directory activated',
		deactivate: 'Person in a directory deactivated',
		delete: 'Person in a directory deleted',
	},
	plans: { create: 'Plan created', update: 'Plan updated', delete: 'Plan deleted', revert: 'Plan change reverted' },
	platform_admins: {
		bootstrap: 'First platform admin created',
		grant: 'Platform admin added',
		revoke: 'Platform admin removed',
	},
	recovery_codes: { create: 'Recovery codes created' },
	redemption_codes: {
		create_batch: 'Redemption code batch created',
		update: 'Redemption code updated',
		update_batch: 'Redemption code batch updated',
		redeem: 'Redemption code redeemed',
	},
	secrets: { release: 'Credential sent, encrypted' },
	service_account_encryption_keys: { create: 'Encryption key created', delete: 'Encryption key deleted' },
	service_account_keys: {
		create: 'Service account key created',
		update: 'Service account key updated',
		delete: 'Service account key deleted',
		rotate: 'Service account key rotated',
	},
	service_accounts: {
		create: 'Service account created',
		update: 'Service account updated',
		delete: 'Service account deleted',
	},
	sessions: {
		create: 'Signed in',
		end: 'Signed out',
		end_replayed: 'Session ended after its token was reused',
		act_in: 'Switched to another org',
		step_up: 'Identity confirmed',
	},
	subscriptions: { create: 'Subscription created', update: 'Subscription updated', cancel: 'Subscription cancelled' },
	tool_providers: {
		activate: 'Tool provider activated',
		deactivate: 'Tool provider deactivated',
		put_credential: 'Tool provider credentials saved',
		delete_credential: 'Tool provider key deleted',
		redirect: 'Tool provider address changed, key kept',
		revert: 'Tool provider change reverted',
	},
	totp_keys: { enable: 'Authenticator app added', disable: 'Authenticator app removed' },
	unconfirmed_changes: { confirm: 'Change confirmed', end: 'Change ended' },
	users: {
		register: 'User registered',
		create: 'User created',
		update: 'User updated',
		delete: 'User deleted',
		reset_second_factor: 'Second factor removed',
		request_verification: 'Verification email requested',
		verify_email: 'Email address verified',
		release_email: 'Unverified address taken away',
	},
	webhook_deliveries: { redeliver: 'Webhook delivery resent', test: 'Test event sent' },
	webhook_endpoints: {
		create: 'Webhook endpoint created',
		update: 'Webhook endpoint updated',
		delete: 'Webhook endpoint deleted',
		rotate_key: 'Webhook endpoint key rotated',
		recover: 'Webhook endpoint recovered',
		backfill: 'Webhook endpoint backfilled',
		revert: 'Webhook endpoint change reverted',
	},
} as const

type Actions = typeof AUDIT_ACTIONS

/** `<kind>.<verb>`. */
export type AuditAction = { [Kind in keyof Actions]: `${Kind}.${keyof Actions[Kind] & string}` }[keyof Actions]

/** A kind whose changes can be reverted. */
export type RevertibleKind = AuditAction extends infer A ? (A extends `${infer Kind}.revert` ? Kind : never) : never

/** What is done to a kind. */
export type VerbOf<Kind extends keyof Actions> = keyof Actions[Kind] & string

type Final = Exclude<keyof typeof AUDIT_ACTIONS, RevertibleKind>

/** Why other changes can't be reverted, by the kind of the action, or by the action where that says more. The error says so. */
export const NOT_REVERTIBLE = {
	users: "Changes of users can't be reverted. Change the user instead.",
	passwords: 'A password is a credential. Its user chooses another one.',
	orgs: "An org has members, money and runs from the moment it's created.",
	'orgs.delete': 'Restore the org instead, which a platform admin can for 30 days.',
	'orgs.restore': 'Delete the org again instead.',
	'orgs.update': 'Change the org again.',
	platform_admins: 'It decides who may do everything. Grant or revoke it again.',
	memberships: 'A membership decides who may do what. Set the role again, or remove the member.',
	passkeys: 'A passkey is a credential. Remove it, or add it again.',
	identities: 'It decides who gets in. Add the provider to the account again, or remove it.',
	sessions: 'A session began or ended. Log in again.',
	totp_keys: 'An authenticator app is a credential. Its user adds or removes it.',
	recovery_codes: 'Recovery codes are credentials. Their user makes new ones.',
	api_keys: 'A key is a credential. Delete the key, or make another one.',
	invitations: 'Others may already have its link. Withdraw the invitation, or remove the member.',
	service_accounts: 'It decides what a program may do. Change the account again, or make another one.',
	service_account_keys: 'A key is a credential. Delete the key, or make another one.',
	service_account_encryption_keys: 'A key opens credentials. Add it again, or remove it.',
	scim_tokens: 'A token is shown once. Make a new one.',
	scim_users: 'The directory decides. It says so again.',
	oidc_connections: 'It decides who gets in. Change the connection again.',
	secrets: 'The credential has left. Replace it instead.',
	invite_codes: 'Others may already have the code. Change the code instead.',
	redemption_codes: 'Others may already have the code. Deactivate it instead.',
	subscriptions: 'Credits were granted and events were sent. Change or cancel the subscription instead.',
	credits: 'The ledger only grows. Make the opposite adjustment.',
	broadcasts: 'Its notifications were already delivered. Delete the broadcast instead.',
	webhook_deliveries: 'The request was already sent.',
	'requests.revert': 'The run can ask again.',
	'requests.decline': 'It was declined. Who asked can ask again for something else.',
	unconfirmed_changes: 'It confirmed another change. Revert that one instead.',
	org_exports: 'The rows were read for its owner. Its files are deleted automatically.',
	backups: 'The copy is already in the bucket. Old backups are deleted automatically.',
	'webhook_endpoints.recover': 'The requests were already sent.',
	'webhook_endpoints.backfill': 'The requests were already sent.',
	email: 'The mail was already sent.',
} satisfies Record<Final, string> & Partial<Record<AuditAction, string>>

const why: Record<string, string> = NOT_REVERTIBLE

/** Why a change of this action can't be reverted; undefined if it can. */
export const whyNotRevertible = (action: string): string | undefined => why[action] ?? why[action.replace(/\..*/, '')]
