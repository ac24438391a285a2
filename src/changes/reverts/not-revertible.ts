/**
 * Why other changes can't be reverted, by action or by the target's table. The error says so. A test demands that every audited
 * action has a reverter or a line here.
 */
export const NOT_REVERTIBLE: Record<string, string> = {
	users: "Changes of users can't be reverted. Change the user instead.",
	orgs: "An org has members, money and runs from the moment it's created.",
	platform_admins: 'It decides who may do everything. Grant or revoke it again.',
	memberships: 'A membership decides who may do what. Set the role again, or remove the member.',
	sessions: 'A session began or ended. Log in again.',
	api_keys: 'A key is a credential. Delete the key, or make another one.',
	invitations: 'Others may already have its link. Withdraw the invitation, or remove the member.',
	service_accounts: 'It decides what a program may do. Change the account again, or make another one.',
	service_account_keys: 'A key is a credential. Delete the key, or make another one.',
	service_account_encryption_keys: 'A key opens credentials. Add it again, or remove it.',
	'secrets.release': 'The credential has left. Replace it instead.',
	invite_codes: 'Others may already have the code. Change the code instead.',
	redemption_codes: 'Others may already have the code. Deactivate it instead.',
	subscriptions: 'Credits were granted and events were sent. Change or cancel the subscription instead.',
	credit_operations: 'The ledger only grows. Make the opposite adjustment.',
	credit_accounts: 'The ledger only grows. Make the opposite adjustment.',
	broadcasts: 'Its notifications were already delivered. Delete the broadcast instead.',
	webhook_deliveries: 'The request was already sent.',
	unconfirmed_changes: 'It confirmed another change. Revert that one instead.',
	org_exports: 'The rows were read for its owner. Its files are deleted automatically.',
	backups: 'The copy is already in the bucket. Old backups are deleted automatically.',
	'webhook_endpoints.recover': 'The requests were already sent.',
	'webhook_endpoints.backfill': 'The requests were already sent.',
	'email.test': 'The mail was already sent.',
}
