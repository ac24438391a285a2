/**
 * Refusals that come from the rule behind a route. Its route line shows nothing of them, and `errors.ts` derives the others. A
 * test fails when an operation answers a status that the document lacks for it.
 */
export const OWN_REFUSALS: Record<string, number[]> = {
	'POST /v1/auth/register': [409],
	'POST /v1/auth/login': [401],
	'POST /v1/auth/refresh': [401],
	'POST /v1/auth/logout': [401],
	'PATCH /v1/admin/users/:user_id': [409],
	'DELETE /v1/admin/users/:user_id': [409],
	'DELETE /v1/admin/users/:user_id/platform-admin': [409],
	'PUT /v1/admin/orgs/:org_id/members/:user_id': [409],
	'DELETE /v1/admin/orgs/:org_id/members/:user_id': [409],
	'GET /v1/tool-providers/:group/effective': [409],
	'POST /v1/llm-providers/resolve': [404],
	'GET /v1/llm-providers/:provider_id/available-models': [502],
	'PATCH /v1/mcp-configs/:config_id': [409],
	// A restore is compared with the state that it was planned from, as an apply is with `If-Match`.
	'POST /v1/admin/config/revisions/:number/restore': [412],
	'POST /v1/orgs/:org_id/config/revisions/:number/restore': [412],
	'DELETE /v1/plans/:id': [409],
	'DELETE /v1/subscriptions/:id': [409],
	'GET /v1/entitlements': [404],
	'GET /v1/entitlement-overrides': [404],
	'GET /v1/admin/credits': [404],
	'PATCH /v1/admin/invite-codes/:id': [409],
	'GET /v1/admin/referrals/tree': [404],
	'POST /v1/admin/email/test': [502],
	'PATCH /v1/webhook-endpoints/:endpoint_id': [409],
}
