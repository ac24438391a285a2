import type { AUDIT_ACTIONS, AuditAction, RevertibleKind } from '../../ground/write/actions.ts'

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
