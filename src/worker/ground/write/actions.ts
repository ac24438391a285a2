// Every action that the audit log can have, by the kind of its target, and why those can't be reverted that can't.

/** What is done to most kinds, in the words of a log. */
const DONE = {
	create: 'created',
	update: 'updated',
	delete: 'deleted',
	put: 'saved',
	set: 'set',
	lift: 'lifted',
	rotate: 'rotated',
	redirect: 'address changed, key kept',
	revert: 'change reverted',
} as const

const done = <Verb extends keyof typeof DONE>(thing: string, ...verbs: Verb[]) =>
	Object.fromEntries(verbs.map((verb) => [verb, `${thing} ${DONE[verb]}`])) as Record<Verb, string>

/**
 * What each action is, in the words of a log. A kind whose changes can be reverted has `revert`; any other says below
 * why not. A stored key whose address changed is `redirect`.
 */
export const AUDIT_ACTIONS = {
	api_keys: done('API key', 'create', 'update', 'delete', 'rotate'),
	backups: { create: 'Backup created' },
	broadcasts: done('Broadcast', 'create', 'delete'),
	budgets: done('Budget', 'create', 'update', 'delete', 'revert'),
	config_entries: done('Config entry', 'put', 'delete', 'redirect', 'revert'),
	configuration_revisions: {
		apply: 'Configuration applied',
		restore: 'Configuration restored',
		...done('Configuration', 'redirect', 'revert'),
	},
	credits: {
		adjust: 'Credits adjusted',
		bulk_adjust: 'Credits adjusted for all orgs',
		reset_all: 'Credits reset for all orgs',
	},
	email: { test: 'Test email sent' },
	email_config: done('Email settings', 'put', 'redirect', 'revert'),
	entitlement_overrides: done('Override', 'put', 'delete', 'revert'),
	feature_flag_overrides: done('Flag override', 'put', 'delete', 'revert'),
	feature_flags: done('Feature flag', 'create', 'update', 'delete', 'revert'),
	gateway_config: done('Gateway configuration', 'put', 'revert'),
	identities: done('Sign-in provider', 'create', 'delete'),
	invitations: {
		create: 'Invitation created',
		accept: 'Invitation accepted',
		resend: 'Invitation sent again',
		withdraw: 'Invitation withdrawn',
	},
	invite_codes: { ...done('Invite code', 'create', 'update'), reset: 'Invite code replaced' },
	ip_rules: done('IP rule', 'create', 'update', 'delete', 'revert'),
	llm_models: done('LLM model', 'create', 'update', 'delete', 'revert'),
	llm_providers: done('LLM provider', 'create', 'update', 'delete', 'redirect', 'revert'),
	mcp_configs: done('MCP server', 'create', 'update', 'delete', 'redirect', 'revert'),
	memberships: done('Membership', 'put', 'delete'),
	operator_roles: done('Platform roles', 'set', 'revert'),
	org_exports: { create: 'Export of an org created' },
	orgs: { ...done('Org', 'create', 'update', 'delete'), restore: 'Org restored' },
	passkeys: { ...done('Passkey', 'create', 'update', 'delete'), refuse_copy: 'Copy of a passkey refused' },
	passwords: { change: 'Password changed', reset: 'Password reset', reset_token: 'Password reset code created' },
	pauses: done('Pause', 'set', 'lift', 'revert'),
	oidc_connections: {
		...done('OpenID connection', 'create', 'update', 'delete'),
		test: 'OpenID connection tested',
		confirm: 'OpenID connection confirmed',
	},
	sign_in_requirements: done('Sign-in requirement', 'set', 'lift', 'revert'),
	requests: { grant: 'Request granted', decline: 'Request declined', revert: 'Grant reverted' },
	scim_tokens: { make: 'SCIM token created', revoke: 'SCIM token removed', end: 'SCIM token ended' },
	scim_users: {
		activate: 'Person in a directory activated',
		deactivate: 'Person in a directory deactivated',
		delete: 'Person in a directory deleted',
	},
	plans: done('Plan', 'create', 'update', 'delete', 'revert'),
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
	service_account_encryption_keys: done('Encryption key', 'create', 'delete'),
	service_account_keys: done('Service account key', 'create', 'update', 'delete', 'rotate'),
	service_accounts: done('Service account', 'create', 'update', 'delete'),
	sessions: {
		create: 'Signed in',
		end: 'Signed out',
		end_replayed: 'Session ended after its token was reused',
		act_in: 'Switched to another org',
		step_up: 'Identity confirmed',
	},
	subscriptions: { ...done('Subscription', 'create', 'update'), cancel: 'Subscription cancelled' },
	tool_providers: {
		activate: 'Tool provider activated',
		deactivate: 'Tool provider deactivated',
		put_credential: 'Tool provider credentials saved',
		delete_credential: 'Tool provider key deleted',
		...done('Tool provider', 'redirect', 'revert'),
	},
	totp_keys: { enable: 'Authenticator app added', disable: 'Authenticator app removed' },
	unconfirmed_changes: { confirm: 'Change confirmed', end: 'Change ended' },
	users: {
		register: 'User registered',
		...done('User', 'create', 'update', 'delete'),
		reset_second_factor: 'Second factor removed',
		request_verification: 'Verification email requested',
		verify_email: 'Email address verified',
		release_email: 'Unverified address taken away',
	},
	webhook_deliveries: { redeliver: 'Webhook delivery resent', test: 'Test event sent' },
	webhook_endpoints: {
		...done('Webhook endpoint', 'create', 'update', 'delete'),
		rotate_key: 'Webhook endpoint key rotated',
		recover: 'Webhook endpoint recovered',
		backfill: 'Webhook endpoint backfilled',
		...done('Webhook endpoint', 'revert'),
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
