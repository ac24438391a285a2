/**
 * Why other changes can't be reverted, by action or by the target's table. The error says so. A test demands that every audited
 * action has a reverter or a line here.
 */
export const NOT_REVERTIBLE: Record<string, string> = {
	users: 'A user is an identity. Change the user instead.',
	orgs: 'An org has members, money and runs from its first moment on.',
	platform_admins: 'It decides who may do everything. Grant or revoke it again.',
	memberships: 'A membership decides who may do what. Set the role again, or remove the member.',
	sessions: 'A login has begun or ended. Log in again.',
	api_keys: 'A key is a credential. Delete the key, or make another one.',
	invite_codes: 'A code may be in the hands of others. Change the code instead.',
	redemption_codes: 'A code may be in the hands of others. Deactivate the code instead.',
	subscriptions: 'Credits were granted and events were sent. Cancel the subscription, or create another one.',
	credit_operations: 'The ledger only grows. Make the opposite adjustment.',
	credit_accounts: 'The ledger only grows. Make the opposite adjustment.',
	broadcasts: 'Its notifications have reached their readers. Delete the broadcast instead.',
	webhook_deliveries: 'The request has gone out.',
	unconfirmed_changes: 'The change is confirmed. Revert the change itself.',
	backups: 'The copy is in the bucket. Old backups are deleted by themselves.',
	'webhook_endpoints.recover': 'The requests have gone out.',
	'webhook_endpoints.backfill': 'The requests have gone out.',
	'email.test': 'The mail has gone out.',
}
