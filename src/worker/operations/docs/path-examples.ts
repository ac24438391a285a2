const ULID = '01JD6Z5W3T9V7K2M4N8P0Q1R2S'

/** By the parameter's name, with the noun in front of it if several things have a parameter of that name. */
const EXAMPLES: Record<string, string> = {
	'sessions/id': `ses_${ULID}`,
	'passkeys/id': `psk_${ULID}`,
	'api-keys/id': `key_${ULID}`,
	'audit-logs/id': `aud_${ULID}`,
	'changes/id': `chg_${ULID}`,
	'plans/id': `plan_${ULID}`,
	'subscriptions/id': `sub_${ULID}`,
	'entitlement-overrides/id': `ovr_${ULID}`,
	'redemption-codes/id': `rcd_${ULID}`,
	'identities/id': `idn_${ULID}`,
	'invitations/id': `ivt_${ULID}`,
	'invitations/token': 'join_h0Zf4n0yXqk1v3m5p7r9t1w3y5A7C9E1G3I5K7M9O1QWq2b1c',
	'invite-codes/id': `inv_${ULID}`,
	'config-entries/key': 'web_search.provider',
	'feature-flags/key': 'research.deep_mode',
	'flags/key': 'research.deep_mode',
	org_id: `org_${ULID}`,
	user_id: `usr_${ULID}`,
	provider_id: `llm_${ULID}`,
	model_id: `llmm_${ULID}`,
	config_id: `mcp_${ULID}`,
	run_id: `run_${ULID}`,
	endpoint_id: `whe_${ULID}`,
	delivery_id: `dlv_${ULID}_01JD6Z5W3T9V7K2M4N8P0Q1R2T`,
	notification_id: `ntf_${ULID}_42`,
	batch_id: 'spring-campaign',
	backup_id: `bkp_${ULID}`,
	export_id: `exp_${ULID}`,
	broadcast_id: `brd_${ULID}`,
	request_id: `req_${ULID}`,
	budget_id: `bud_${ULID}`,
	connection_id: `oic_${ULID}`,
	account_id: `svc_${ULID}`,
	key_id: `sak_${ULID}`,
	kid: 'oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U',
	rule_id: `ipr_${ULID}`,
	trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
	scope: 'agent',
	subject: 'support-triage',
	group: 'web_search',
	provider: 'web_search.keyed',
	'ResourceTypes/id': 'User',
	'Schemas/id': 'urn:ietf:params:scim:schemas:core:2.0:User',
	'docs/page': 'changes',
	part: 'api',
	page: 'plans',
	number: '3',
}

/** A path parameter's example. `noun` is the word in front of it. */
export function pathExample(noun: string, name: string): string {
	const example = EXAMPLES[`${noun}/${name}`] ?? EXAMPLES[name]
	if (example === undefined) throw new Error(`The parameter {${name}} after ${noun} has no example: add one here`)
	return example
}
