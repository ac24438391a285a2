// The differences that are meant between what a release answered and what this version answers to the same request. `since` is the
// version that brought it. A difference that isn't here fails the drill, and so does one that no longer happens.

interface Meant {
	since: string
	/** The first release that had the route. */
	route: string
	why: string
}

const since = (version: string, reasons: Record<string, string>, route = '0.1.0'): Record<string, Meant> =>
	Object.fromEntries(Object.entries(reasons).map(([difference, why]) => [difference, { since: version, route, why }]))

export const MEANT: Record<string, Meant> = {
	...since('0.2.0', {
		'GET /v1/admin/audit-logs: new [].reverted_by': 'Changes can be reverted',
		'GET /v1/admin/audit-logs: new [].reverts': 'Changes can be reverted',
		'GET /v1/admin/audit-logs: [].after.value "deploy-plain-password-0007" is null': 'Its key is that of a secret',
		'GET /v1/admin/audit-logs: [].after.value "deploy-plain-token-0006" is null': 'Its key is that of a secret',
		'GET /v1/admin/notifications/broadcasts/{}: new recipient_count': 'How far a broadcast is',
		'GET /v1/admin/notifications/broadcasts: new [].recipient_count': 'How far a broadcast is',
		'GET /v1/admin/orgs: new [].member_count': 'The list shows it',
		'GET /v1/admin/orgs: new [].plan': 'The list shows it',
		'GET /v1/admin/orgs?: new [].member_count': 'The list shows it',
		'GET /v1/admin/orgs?: new [].plan': 'The list shows it',
		'GET /v1/api-keys: new [].last_used_at': 'The use of keys is noted',
		'GET /v1/llm-providers: [].models[].advanced_json null is {}': 'An empty object is the default',
		'GET /v1/notifications: rows are missing in data[] (API key)': 'An API key reads those of its org, not its user',
	}),
	...since('0.3.0', {
		'GET /v1/admin/referrals/tree?: [].created_at a time is a time': 'Every node has the time of its user',
		'GET /v1/ip-rules: [].note null is ""': 'A note that nobody wrote is an empty text',
		'GET /v1/admin/orgs/{}: new deleted_at': 'An org without members is closed with its owner',
		'GET /v1/admin/config-entries/{}: new is_valid': 'Keys of the platform have a type',
		'GET /v1/entitlement-overrides?: new [].is_valid': 'Keys of the platform have a type',
		'GET /v1/entitlements?: new [].is_valid': 'Keys of the platform have a type',
		'GET /v1/entitlements?: new [].without_override': 'What an override covers is shown',
		'GET /v1/entitlements?: new [].without_plan': 'What follows the end of a subscription is shown',
		'GET /v1/entitlements?: new rows in []': 'Limits that Plinth has since',
		'GET /v1/me: new roles': 'Operators have platform roles',
		'GET /v1/me: permissions[] has 9 rows instead of 4': 'Platform roles have permissions',
		'GET /v1/me: new kind': 'A service account has a record too',
		'GET /v1/api-keys: new [].replaced_by': 'Keys can be rotated',
		'GET /v1/api-keys: new [].connection_id': 'A key may belong to a sign-in through a provider',
		'GET /v1/admin/audit-logs: new [].actor_service_account_id': 'Service accounts act too',
		'GET /v1/me: new paused': 'The console says when no runs begin',
		'GET /v1/me: new password_sign_in': 'Users can do without a password',
		'GET /v1/admin/users/{}: new password_sign_in': 'Users can do without a password',
		'GET /v1/admin/users: new [].password_sign_in': 'Users can do without a password',
		'GET /v1/admin/users?: new [].password_sign_in': 'Users can do without a password',
		'GET /v1/plans/{}: new entitlements[].is_valid': 'Keys of the platform have a type',
		'GET /v1/plans: new [].entitlements[].is_valid': 'Keys of the platform have a type',
		'GET /v1/subscriptions/{}: new starts': 'A subscription may start later',
		'GET /v1/subscriptions: new [].starts': 'A subscription may start later',
		'GET /v1/admin/credits?: new available': 'Runs may hold credits',
		'GET /v1/admin/credits?: new held': 'Runs may hold credits',
		'GET /v1/me/credits: new available': 'Runs may hold credits',
		'GET /v1/me/credits: new held': 'Runs may hold credits',
		'GET /v1/admin/runs/run-hooked: new agent_id': 'Runs name their user, agent and key',
		'GET /v1/admin/runs/run-hooked: new api_key_id': 'Runs name their user, agent and key',
		'GET /v1/admin/runs/run-hooked: new user_id': 'Runs name their user, agent and key',
		'GET /v1/admin/runs/run-hooked: new hold': 'Live runs show their hold',
		'GET /v1/admin/runs/{}: new agent_id': 'Runs name their user, agent and key',
		'GET /v1/admin/runs/{}: new api_key_id': 'Runs name their user, agent and key',
		'GET /v1/admin/runs/{}: new user_id': 'Runs name their user, agent and key',
		'GET /v1/admin/runs/{}: new hold': 'Live runs show their hold',
		'GET /v1/admin/runs: new [].agent_id': 'Runs name their user, agent and key',
		'GET /v1/admin/runs: new [].api_key_id': 'Runs name their user, agent and key',
		'GET /v1/admin/runs: new [].user_id': 'Runs name their user, agent and key',
		'GET /v1/admin/runs: new [].hold': 'Live runs show their hold',
		'GET /v1/admin/runs?: new [].agent_id': 'Runs name their user, agent and key',
		'GET /v1/admin/runs?: new [].api_key_id': 'Runs name their user, agent and key',
		'GET /v1/admin/runs?: new [].user_id': 'Runs name their user, agent and key',
		'GET /v1/admin/runs?: new [].hold': 'Live runs show their hold',
	}),
	...since(
		'0.3.0',
		{
			'GET /v1/plans/subscriber-counts: new [].later_count': 'A subscription may start later',
			'GET /v1/admin/credits/balances: new [].available': 'Runs may hold credits',
			'GET /v1/admin/credits/balances: new [].held': 'Runs may hold credits',
			'GET /v1/admin/config-entries: new [].is_valid': 'Keys of the platform have a type',
			'GET /v1/admin/config: new budgets': 'Budgets are configured',
			'GET /v1/orgs/{}/config: new budgets': 'Budgets are configured',
			'GET /v1/admin/audit-logs: [].after.code "5PFX-ZLEK-TE39-MZPT" is "MZPT"': 'A redemption code is money',
			'GET /v1/admin/audit-logs: [].before.code "5PFX-ZLEK-TE39-MZPT" is "MZPT"': 'A redemption code is money',
			'GET /v1/orgs/{}/config: 404 is 200': 'The role in the org of the path counts, whichever org one acts in',
			'GET /v1/orgs/{}/config: 404 is 403': 'The role in the org of the path counts, whichever org one acts in',
			'GET /v1/orgs/{}/config/revisions: 404 is 200':
				'The role in the org of the path counts, whichever org one acts in',
			'GET /v1/orgs/{}/config/revisions: 404 is 403':
				'The role in the org of the path counts, whichever org one acts in',
			'GET /v1/orgs/{}/runs/{}: new agent_id': 'Runs name their user, agent and key',
			'GET /v1/orgs/{}/runs/{}: new api_key_id': 'Runs name their user, agent and key',
			'GET /v1/orgs/{}/runs/{}: new user_id': 'Runs name their user, agent and key',
			'GET /v1/orgs/{}/runs/{}: new hold': 'Live runs show their hold',
			'GET /v1/orgs/{}/runs: new [].agent_id': 'Runs name their user, agent and key',
			'GET /v1/orgs/{}/runs: new [].api_key_id': 'Runs name their user, agent and key',
			'GET /v1/orgs/{}/runs: new [].user_id': 'Runs name their user, agent and key',
			'GET /v1/orgs/{}/runs: new [].hold': 'Live runs show their hold',
		},
		'0.2.0',
	),
}
