// The concept pages' examples, page by page. A test sends each one and demands the response that's shown.

import { examplesOf } from './examples.ts'

const FLAG = (key: string) => `{ "key": "concepts.${key}", "default_value": true }`

export const EXAMPLES = {
	'concepts/authentication': examplesOf({
		me: { call: 'GET /v1/me', shown: '{ "kind": "user", "org_id": "{org_id}" }' },
		key: {
			call: 'POST /v1/api-keys',
			body: '{ "name": "Nightly import", "scopes": ["platform.read"] }',
			status: 201,
			shown: '{ "id": "{key_id}", "org_id": "{org_id}", "scopes": ["platform.read"], "key": "{key}" }',
		},
		rotate: {
			call: 'POST /v1/api-keys/{key_id}/rotate',
			body: '{ "overlap_s": 600 }',
			status: 201,
			shown: '{ "id": "{new_key_id}", "scopes": ["platform.read"] }',
		},
		delete: { call: 'DELETE /v1/api-keys/{new_key_id}', status: 204 },
	}),
	'concepts/errors': examplesOf({
		fields: {
			call: 'POST /v1/feature-flags',
			body: '{ "key": "concepts.errors", "default_value": "yes" }',
			status: 400,
			answered: { 'X-Trace-Id': '{trace_hex}' },
			shown: `{
  "error": "validation.error",
  "trace_id": "{trace_hex}",
  "details": {
    "fields": [{ "path": "default_value", "message": "Must be true or false" }]
  }
}`,
		},
		missing: {
			call: 'GET /v1/feature-flags/concepts.errors',
			status: 404,
			shown: '{ "error": "not_found", "details": {} }',
		},
		first: {
			call: 'POST /v1/feature-flags',
			body: FLAG('errors'),
			status: 201,
			shown: '{ "key": "concepts.errors" }',
		},
		taken: {
			call: 'POST /v1/feature-flags',
			body: FLAG('errors'),
			status: 409,
			shown: '{ "error": "conflict", "details": { "reason": "name.taken", "field": "key" } }',
		},
	}),
	'concepts/pagination': examplesOf({
		first: {
			call: 'GET /v1/admin/audit-logs?limit=1',
			answered: { 'Next-Cursor': '{cursor}' },
			shown: '[{ "id": "{newest_id}" }]',
		},
		next: { call: 'GET /v1/admin/audit-logs?limit=1&cursor={cursor}', shown: '[{ "id": "{older_id}" }]' },
		other: {
			call: 'GET /v1/admin/audit-logs?limit=1&action=plans.create&cursor={cursor}',
			status: 400,
			shown: '{ "error": "validation.error", "details": { "fields": [{ "path": "cursor" }] } }',
		},
	}),
	'concepts/idempotency': examplesOf({
		once: {
			call: 'POST /v1/feature-flags',
			headers: { 'Idempotency-Key': 'concepts.import-7' },
			body: FLAG('idempotency'),
			status: 201,
			shown: '{ "id": "{flag_id}", "key": "concepts.idempotency" }',
		},
		again: {
			call: 'POST /v1/feature-flags',
			headers: { 'Idempotency-Key': 'concepts.import-7' },
			body: FLAG('idempotency'),
			status: 201,
			answered: { 'Idempotency-Replayed': 'true' },
			shown: '{ "id": "{flag_id}", "key": "concepts.idempotency" }',
		},
		reused: {
			call: 'POST /v1/feature-flags',
			headers: { 'Idempotency-Key': 'concepts.import-7' },
			body: FLAG('idempotency.other'),
			status: 409,
			shown: '{ "error": "conflict", "details": { "reason": "idempotency.key_reused" } }',
		},
	}),
	'concepts/dry-run': examplesOf({
		dry: {
			call: 'POST /v1/feature-flags',
			headers: { 'Dry-Run': 'true' },
			body: FLAG('dry-run'),
			shown: `{
  "dry_run": true,
  "status": 201,
  "body": { "key": "concepts.dry-run", "default_value": true }
}`,
		},
		trial: {
			call: 'POST /v1/feature-flags',
			headers: { 'Confirm-Within': '60' },
			body: FLAG('dry-run'),
			status: 201,
			answered: { 'Confirm-Id': '{change_id}' },
			shown: '{ "key": "concepts.dry-run" }',
		},
		confirm: {
			call: 'POST /v1/admin/changes/{change_id}/confirm',
			shown: '{ "id": "{change_id}", "status": "confirmed" }',
		},
	}),
	'concepts/rate-limits': examplesOf({
		batch: {
			call: 'POST /v1/runtime/runs',
			body: `[
  { "run_id": "concepts.batch-1", "status": "completed", "total_cost_usd": 0.002 },
  { "run_id": "concepts.batch-2", "status": "completed", "total_cost_usd": 0.003 }
]`,
			shown: '{ "accepted": 2 }',
		},
	}),
	'concepts/units': examplesOf({
		org: { call: 'GET /v1/me', shown: '{ "org_id": "{org_id}" }' },
		grant: {
			call: 'POST /v1/admin/credits/adjust',
			body: '{ "org_id": "{org_id}", "amount": 100 }',
			shown: '{ "org_id": "{org_id}" }',
		},
		run: {
			call: 'POST /v1/runtime/runs',
			body: '{ "run_id": "concepts.units-1", "status": "completed", "duration_ms": 5210, "total_cost_usd": 0.0421 }',
			shown: `{
  "runs": [{
    "run_id": "concepts.units-1",
    "credits_used": 43,
    "duration_ms": 5210,
    "total_cost_usd": 0.0421
  }]
}`,
		},
		ledger: {
			call: 'GET /v1/admin/credits?org_id={org_id}&reference_type=run&reference_id=concepts.units-1',
			shown: '{ "transactions": [{ "type": "consumption", "amount": -43, "created_at": "{time}" }] }',
		},
	}),
	'concepts/versioning': examplesOf({
		strict: {
			call: 'POST /v1/feature-flags',
			body: '{ "key": "concepts.versioning", "defualt_value": true }',
			status: 400,
			shown: `{
  "error": "validation.error",
  "details": {
    "fields": [{ "path": "default_value" }, { "path": "defualt_value" }]
  }
}`,
		},
		document: { call: 'GET /openapi.json', shown: '{ "openapi": "3.1.0", "info": { "title": "Plinth" } }' },
	}),
	'concepts/clients': examplesOf({
		flag: {
			call: 'POST /v1/feature-flags',
			body: FLAG('clients'),
			status: 201,
			shown: '{ "key": "concepts.clients" }',
		},
		evaluate: {
			call: 'POST /ofrep/v1/evaluate/flags/concepts.clients',
			body: '{ "context": { "targetingKey": "usr_42" } }',
			shown: '{ "key": "concepts.clients", "value": true, "reason": "STATIC" }',
		},
	}),
}

/** A concept, by its address below `/docs`. */
export type Concept = keyof typeof EXAMPLES
