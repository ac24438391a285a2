/**
 * The operations that take `Confirm-Within`: those that can shut out their caller or others, or break every run of an org. Each makes one audited change that can be reverted. Any other operation refuses the header.
 */
export const CONFIRMABLE: ReadonlySet<string> = new Set([
	'PUT /v1/admin/gateway-config',
	'POST /v1/ip-rules',
	'DELETE /v1/ip-rules/:rule_id',
	'PUT /v1/tool-providers/:group/:provider/activate',
	'PUT /v1/tool-providers/:group/:provider/deactivate',
	'PUT /v1/tool-providers/:group/:provider/credential',
	'DELETE /v1/tool-providers/:group/:provider/credential',
	'POST /v1/llm-providers',
	'PATCH /v1/llm-providers/:provider_id',
	'DELETE /v1/llm-providers/:provider_id',
	'POST /v1/llm-providers/:provider_id/models',
	'PATCH /v1/llm-providers/:provider_id/models/:model_id',
	'DELETE /v1/llm-providers/:provider_id/models/:model_id',
	'POST /v1/feature-flags',
	'PATCH /v1/feature-flags/:key',
	'DELETE /v1/feature-flags/:key',
	'POST /v1/feature-flags/:key/org-overrides',
	'DELETE /v1/feature-flags/:key/org-overrides/:org_id',
	'PUT /v1/admin/config-entries/:key',
	'DELETE /v1/admin/config-entries/:key',
	'PUT /v1/admin/email/config',
	'PUT /v1/admin/config',
	'PUT /v1/orgs/:org_id/config',
])
