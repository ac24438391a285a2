// The spending guide's examples, in order. A test sends each one and demands the response that's shown.

import { examplesOf } from './examples.ts'

export const EXAMPLES = examplesOf({
	org: { call: 'GET /v1/me', shown: '{ "org_id": "{org_id}" }' },
	budget: {
		call: 'POST /v1/orgs/{org_id}/budgets',
		body: `{
  "name": "Research per day",
  "scope": "agent",
  "subject": "research-agent",
  "unit": "credits",
  "limit": 100,
  "window": "day",
  "mode": "enforce",
  "alerts": [80]
}`,
		status: 201,
		shown: '{ "id": "{budget_id}", "name": "Research per day", "limit": 100, "mode": "enforce" }',
	},
	account: {
		call: 'POST /v1/orgs/{org_id}/service-accounts',
		body: '{ "name": "Agent runtime", "scopes": ["runtime.report"] }',
		status: 201,
		shown: '{ "id": "{account_id}", "name": "Agent runtime", "permissions": ["runtime.report"] }',
	},
	key: {
		call: 'POST /v1/orgs/{org_id}/service-accounts/{account_id}/keys',
		body: '{ "name": "Frankfurt" }',
		status: 201,
		shown: '{ "id": "{key_id}", "service_account_id": "{account_id}", "key": "{key}" }',
	},
	begin: {
		call: 'POST /v1/runtime/runs/begin',
		body: '{ "run_id": "run-guide-1", "agent_id": "research-agent", "hold": { "credits": 60 } }',
		status: 201,
		shown: `{
  "run": { "run_id": "run-guide-1", "status": "running" },
  "hold": { "credits": 60, "tokens": 0, "expires_at": "{time}" },
  "budgets": [{
    "budget_id": "{budget_id}",
    "limit": 100,
    "used": 0,
    "held": 60,
    "remaining": 40
  }],
  "terms": { "credits_per_usd": 1000, "multiplier": 1 }
}`,
	},
	refused: {
		call: 'POST /v1/runtime/runs/begin',
		body: '{ "run_id": "run-guide-2", "agent_id": "research-agent", "hold": { "credits": 60 } }',
		status: 402,
		shown: `{
  "error": "budget.exceeded",
  "details": {
    "budget_id": "{budget_id}",
    "limit": 100,
    "used": 0,
    "held": 60,
    "needed": 60
  }
}`,
	},
	part: {
		call: 'POST /v1/runtime/runs/begin',
		body: '{ "run_id": "run-guide-2", "agent_id": "research-agent", "hold": { "credits": 60 }, "accept": "part" }',
		status: 201,
		shown: '{ "hold": { "credits": 40 } }',
	},
	progress: {
		call: 'POST /v1/runtime/runs/run-guide-1/progress',
		body: '{ "total_cost_usd": 0.05, "total_input_tokens": 9000, "total_output_tokens": 800 }',
		shown: `{
  "hold": { "credits": 60 },
  "spent": { "credits": 50, "tokens": 9800 }
}`,
	},
	stopped: {
		call: 'POST /v1/runtime/runs/run-guide-1/progress',
		body: '{ "total_cost_usd": 0.07 }',
		status: 402,
		shown: `{
  "error": "budget.exceeded",
  "details": { "needed": 10, "hold": { "credits": 60 } }
}`,
	},
	pause: {
		call: 'PUT /v1/orgs/{org_id}/pauses/agent/research-agent',
		body: '{ "reason": "It loops. Ada is looking into it." }',
		status: 201,
		shown: '{ "scope": "agent", "subject": "research-agent", "until": null }',
	},
	paused: {
		call: 'POST /v1/runtime/runs/begin',
		body: '{ "run_id": "run-guide-3", "agent_id": "research-agent" }',
		status: 403,
		shown: `{
  "error": "run.paused",
  "details": {
    "scope": "agent",
    "subject": "research-agent",
    "reason": "It loops. Ada is looking into it.",
    "until": null
  }
}`,
	},
	lift: { call: 'DELETE /v1/orgs/{org_id}/pauses/agent/research-agent', status: 204 },
	end: {
		call: 'POST /v1/runtime/runs',
		body: '{ "run_id": "run-guide-1", "status": "cancelled", "total_cost_usd": 0.07 }',
		shown: '{ "runs": [{ "run_id": "run-guide-1", "status": "cancelled", "credits_used": 70 }] }',
	},
})
