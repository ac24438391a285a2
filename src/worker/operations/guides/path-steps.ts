// The steps of the paths, path by path. The page runs them against its instance; a test sends each one, as it does for the guides.

import { type Example, examplesOf } from './examples.ts'

/** Stands for the receiver that the reader names on the page. */
export const RECEIVER = 'https://hooks.example.com/plinth'

export type PathName = 'paths/agents' | 'paths/operators' | 'paths/webhooks'

export const STEPS: Record<PathName, Example[]> = {
	'paths/agents': examplesOf({
		me: {
			call: 'GET /v1/me',
			// The ID of a request occurs once, so it's also a good ID for a run.
			answered: { 'X-Trace-Id': '{trace_hex}' },
			shown: '{ "org_id": "{org_id}" }',
		},
		begin: {
			call: 'POST /v1/runtime/runs/begin',
			body: '{ "run_id": "{trace_hex}", "agent_id": "my-first-agent" }',
			status: 201,
			shown: '{ "run": { "run_id": "{trace_hex}", "status": "running" } }',
		},
		progress: {
			call: 'POST /v1/runtime/runs/{trace_hex}/progress',
			body: '{ "total_cost_usd": 0.002, "total_input_tokens": 600, "total_output_tokens": 40 }',
			shown: '{ "spent": { "credits": 2, "tokens": 640 } }',
		},
		end: {
			call: 'POST /v1/runtime/runs',
			body: '{ "run_id": "{trace_hex}", "status": "completed", "total_cost_usd": 0.004, "total_input_tokens": 900, "total_output_tokens": 100 }',
			shown: '{ "runs": [{ "run_id": "{trace_hex}", "credits_used": 4 }] }',
		},
		read: {
			call: 'GET /v1/orgs/{org_id}/runs/{trace_hex}',
			shown: '{ "run_id": "{trace_hex}", "status": "completed", "agent_id": "my-first-agent" }',
		},
	}),
	'paths/operators': examplesOf({
		ready: { call: 'GET /readyz?verbose', answered: { 'X-Trace-Id': '{trace_hex}' } },
		dry: {
			call: 'POST /v1/feature-flags',
			headers: { 'Dry-Run': 'true' },
			body: '{ "key": "{trace_hex}", "default_value": true }',
			shown: '{ "dry_run": true, "status": 201 }',
		},
		trial: {
			call: 'POST /v1/feature-flags',
			headers: { 'Confirm-Within': '300' },
			body: '{ "key": "{trace_hex}", "default_value": true }',
			status: 201,
			answered: { 'Confirm-Id': '{change_id}', 'Audit-Id': '{audit_id}' },
			shown: '{ "key": "{trace_hex}" }',
		},
		confirm: {
			call: 'POST /v1/admin/changes/{change_id}/confirm',
			shown: '{ "id": "{change_id}", "status": "confirmed" }',
		},
		revert: { call: 'POST /v1/admin/audit-logs/{audit_id}/revert', shown: '{ "reverts": "{audit_id}" }' },
	}),
	'paths/webhooks': examplesOf({
		types: { call: 'GET /v1/webhook-event-types' },
		endpoint: {
			call: 'POST /v1/webhook-endpoints',
			body: `{ "url": "${RECEIVER}", "events": ["run.completed", "run.failed"] }`,
			status: 201,
			shown: '{ "id": "{endpoint_id}", "events": ["run.completed", "run.failed"] }',
		},
		ping: { call: 'POST /v1/webhook-endpoints/{endpoint_id}/test', status: 202 },
		deliveries: { call: 'GET /v1/webhook-endpoints/{endpoint_id}/deliveries' },
		delete: { call: 'DELETE /v1/webhook-endpoints/{endpoint_id}' },
	}),
}
