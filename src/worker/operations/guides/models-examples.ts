// The examples of the guide to selling models, in order. A test sends each one and demands the response that's shown.

import { examplesOf } from './examples.ts'

export const EXAMPLES = examplesOf({
	provider: {
		call: 'POST /v1/llm-providers?scope=platform',
		body: '{ "name": "openai", "provider": "vendor_a", "api_key": "sk-platform-0123456789" }',
		status: 201,
		shown: '{ "id": "{provider_id}", "org_id": "platform", "name": "openai", "models": [] }',
	},
	model: {
		call: 'POST /v1/llm-providers/{provider_id}/models?scope=platform',
		body: `{
  "model": "gpt-5-mini",
  "cost_per_1k_input": 0.00025,
  "cost_per_1k_output": 0.002,
  "cost_per_1k_cache_read": 0.000025,
  "multiplier": 1.2,
  "entitlement": "models.standard"
}`,
		status: 201,
		shown: '{ "id": "{model_id}", "model": "gpt-5-mini", "entitlement": "models.standard" }',
	},
	plan: {
		call: 'POST /v1/plans',
		body: `{
  "name": "standard",
  "display_name": "Standard",
  "entitlements": [{ "key": "models.standard", "value": "true", "value_type": "boolean" }]
}`,
		status: 201,
		shown: '{ "id": "{plan_id}", "name": "standard" }',
	},
	org: {
		call: 'POST /v1/admin/orgs',
		body: '{ "name": "Acme" }',
		status: 201,
		shown: '{ "id": "{org_id}", "name": "Acme" }',
	},
	subscription: {
		call: 'POST /v1/subscriptions',
		body: `{
  "org_id": "{org_id}",
  "plan_id": "{plan_id}",
  "current_period_start": "2026-01-01T00:00:00Z",
  "current_period_end": "2036-01-01T00:00:00Z"
}`,
		status: 201,
		shown: '{ "org_id": "{org_id}", "plan_id": "{plan_id}", "status": "active" }',
	},
	'price-list': {
		call: 'GET /v1/llm-providers/effective?org_id={org_id}',
		shown: `[{
  "selector": "openai^gpt-5-mini",
  "scope": "platform",
  "is_entitled": true,
  "is_priced": true,
  "price": { "input": 300, "output": 2400, "cache_write": null, "cache_read": 30 }
}]`,
	},
	begin: {
		call: 'POST /v1/runtime/runs/begin',
		body: '{ "run_id": "run-models-1", "org_id": "{org_id}", "selector": "openai^gpt-5-mini" }',
		status: 201,
		shown: `{
  "run": { "run_id": "run-models-1", "status": "running" },
  "model": { "model_id": "{model_id}", "scope": "platform" },
  "terms": { "price": { "input": 300, "output": 2400, "cache_write": null, "cache_read": 30 } }
}`,
	},
	end: {
		call: 'POST /v1/runtime/runs',
		body: `{
  "run_id": "run-models-1",
  "org_id": "{org_id}",
  "status": "completed",
  "total_input_tokens": 200000,
  "total_cache_read_tokens": 50000,
  "total_output_tokens": 10000
}`,
		shown: '{ "runs": [{ "run_id": "run-models-1", "total_cost_usd": 0.05875, "credits_used": 71 }] }',
	},
	run: {
		call: 'GET /v1/admin/runs/run-models-1',
		shown: `{
  "model_scope": "platform",
  "cost_source": "priced",
  "reported_cost_usd": null,
  "priced_cost_usd": 0.05875,
  "total_cost_usd": 0.05875,
  "credits_used": 71
}`,
	},
	earlier: {
		call: 'POST /v1/runtime/runs',
		body: `{
  "run_id": "run-models-2",
  "org_id": "{org_id}",
  "model_id": "{model_id}",
  "model": "gpt-5-mini",
  "status": "completed",
  "created_at": "2026-01-15T09:00:00Z",
  "completed_at": "2026-01-15T09:01:00Z",
  "total_input_tokens": 1000000,
  "total_output_tokens": 100000
}`,
		shown: '{ "runs": [{ "run_id": "run-models-2", "total_cost_usd": 0.45, "credits_used": 540 }] }',
	},
	compare: {
		call: 'POST /v1/admin/usage/compare',
		body: `{
  "start": "2026-01-15",
  "end": "2026-01-15",
  "lines": [
    { "date": "2026-01-15", "model": "gpt-5-mini", "cost_usd": 0.45 },
    { "date": "2026-01-15", "model": "gpt-5", "cost_usd": 0.2 }
  ]
}`,
		shown: `{
  "totals": { "billed_usd": 0.65, "counted_usd": 0.45, "difference_usd": 0.2 },
  "lines": [
    { "model": "gpt-5", "difference_usd": 0.2, "explained_by": ["only_billed"] },
    { "model": "gpt-5-mini", "difference_usd": 0, "explained_by": [] }
  ]
}`,
	},
})
