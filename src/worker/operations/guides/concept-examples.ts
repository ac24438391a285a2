// The concept pages' examples, page by page. A test sends each one and demands the response that's shown.

import type { Example } from './examples.ts'
import type { Concept } from './guide.ts'

const FLAG = (key: string) => `{ "key": "concepts.${key}", "default_value": true }`

export const EXAMPLES: Record<Concept, Example[]> = {
	'concepts/authentication': [
		{
			id: 'me',
			method: 'GET',
			path: '/v1/me',
			status: 200,
			shown: '{ "kind": "user", "org_id": "{org_id}" }',
		},
		{
			id: 'key',
			method: 'POST',
			path: '/v1/api-keys',
			body: '{ "name": "Nightly import", "scopes": ["platform.read"] }',
			status: 201,
			shown: '{ "id": "{key_id}", "org_id": "{org_id}", "scopes": ["platform.read"], "key": "{key}" }',
		},
		{
			id: 'rotate',
			method: 'POST',
			path: '/v1/api-keys/{key_id}/rotate',
			body: '{ "overlap_s": 600 }',
			status: 201,
			shown: '{ "id": "{new_key_id}", "scopes": ["platform.read"] }',
		},
		{ id: 'delete', method: 'DELETE', path: '/v1/api-keys/{new_key_id}', status: 204, shown: '' },
	],
	'concepts/errors': [
		{
			id: 'fields',
			method: 'POST',
			path: '/v1/feature-flags',
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
		{
			id: 'missing',
			method: 'GET',
			path: '/v1/feature-flags/concepts.errors',
			status: 404,
			shown: '{ "error": "not_found", "details": {} }',
		},
		{
			id: 'first',
			method: 'POST',
			path: '/v1/feature-flags',
			body: FLAG('errors'),
			status: 201,
			shown: '{ "key": "concepts.errors" }',
		},
		{
			id: 'taken',
			method: 'POST',
			path: '/v1/feature-flags',
			body: FLAG('errors'),
			status: 409,
			shown: '{ "error": "conflict", "details": { "reason": "name.taken", "field": "key" } }',
		},
	],
	'concepts/pagination': [
		{
			id: 'first',
			method: 'GET',
			path: '/v1/admin/audit-logs?limit=1',
			status: 200,
			answered: { 'Next-Cursor': '{cursor}' },
			shown: '[{ "id": "{newest_id}" }]',
		},
		{
			id: 'next',
			method: 'GET',
			path: '/v1/admin/audit-logs?limit=1&cursor={cursor}',
			status: 200,
			shown: '[{ "id": "{older_id}" }]',
		},
		{
			id: 'other',
			method: 'GET',
			path: '/v1/admin/audit-logs?limit=1&action=plans.create&cursor={cursor}',
			status: 400,
			shown: '{ "error": "validation.error", "details": { "fields": [{ "path": "cursor" }] } }',
		},
	],
	'concepts/idempotency': [
		{
			id: 'once',
			method: 'POST',
			path: '/v1/feature-flags',
			headers: { 'Idempotency-Key': 'concepts.import-7' },
			body: FLAG('idempotency'),
			status: 201,
			shown: '{ "id": "{flag_id}", "key": "concepts.idempotency" }',
		},
		{
			id: 'again',
			method: 'POST',
			path: '/v1/feature-flags',
			headers: { 'Idempotency-Key': 'concepts.import-7' },
			body: FLAG('idempotency'),
			status: 201,
			answered: { 'Idempotency-Replayed': 'true' },
			shown: '{ "id": "{flag_id}", "key": "concepts.idempotency" }',
		},
		{
			id: 'reused',
			method: 'POST',
			path: '/v1/feature-flags',
			headers: { 'Idempotency-Key': 'concepts.import-7' },
			body: FLAG('idempotency.other'),
			status: 409,
			shown: '{ "error": "conflict", "details": { "reason": "idempotency.key_reused" } }',
		},
	],
	'concepts/dry-run': [
		{
			id: 'dry',
			method: 'POST',
			path: '/v1/feature-flags',
			headers: { 'Dry-Run': 'true' },
			body: FLAG('dry-run'),
			status: 200,
			shown: `{
  "dry_run": true,
  "status": 201,
  "body": { "key": "concepts.dry-run", "default_value": true }
}`,
		},
		{
			id: 'trial',
			method: 'POST',
			path: '/v1/feature-flags',
			headers: { 'Confirm-Within': '60' },
			body: FLAG('dry-run'),
			status: 201,
			answered: { 'Confirm-Id': '{change_id}' },
			shown: '{ "key": "concepts.dry-run" }',
		},
		{
			id: 'confirm',
			method: 'POST',
			path: '/v1/admin/changes/{change_id}/confirm',
			status: 200,
			shown: '{ "id": "{change_id}", "status": "confirmed" }',
		},
	],
	'concepts/rate-limits': [
		{
			id: 'batch',
			method: 'POST',
			path: '/v1/runtime/runs',
			body: `[
  { "run_id": "concepts.batch-1", "status": "completed", "total_cost_usd": 0.002 },
  { "run_id": "concepts.batch-2", "status": "completed", "total_cost_usd": 0.003 }
]`,
			status: 200,
			shown: '{ "accepted": 2 }',
		},
	],
	'concepts/units': [
		{ id: 'org', method: 'GET', path: '/v1/me', status: 200, shown: '{ "org_id": "{org_id}" }' },
		{
			id: 'grant',
			method: 'POST',
			path: '/v1/admin/credits/adjust',
			body: '{ "org_id": "{org_id}", "amount": 100 }',
			status: 200,
			shown: '{ "org_id": "{org_id}" }',
		},
		{
			id: 'run',
			method: 'POST',
			path: '/v1/runtime/runs',
			body: '{ "run_id": "concepts.units-1", "status": "completed", "duration_ms": 5210, "total_cost_usd": 0.0421 }',
			status: 200,
			shown: `{
  "runs": [{
    "run_id": "concepts.units-1",
    "credits_used": 43,
    "duration_ms": 5210,
    "total_cost_usd": 0.0421
  }]
}`,
		},
		{
			id: 'ledger',
			method: 'GET',
			path: '/v1/admin/credits?org_id={org_id}&reference_type=run&reference_id=concepts.units-1',
			status: 200,
			shown: '{ "transactions": [{ "type": "consumption", "amount": -43, "created_at": "{time}" }] }',
		},
	],
	'concepts/versioning': [
		{
			id: 'strict',
			method: 'POST',
			path: '/v1/feature-flags',
			body: '{ "key": "concepts.versioning", "defualt_value": true }',
			status: 400,
			shown: `{
  "error": "validation.error",
  "details": {
    "fields": [{ "path": "default_value" }, { "path": "defualt_value" }]
  }
}`,
		},
		{
			id: 'document',
			method: 'GET',
			path: '/openapi.json',
			status: 200,
			shown: '{ "openapi": "3.1.0", "info": { "title": "Plinth" } }',
		},
	],
	'concepts/clients': [
		{
			id: 'flag',
			method: 'POST',
			path: '/v1/feature-flags',
			body: FLAG('clients'),
			status: 201,
			shown: '{ "key": "concepts.clients" }',
		},
		{
			id: 'evaluate',
			method: 'POST',
			path: '/ofrep/v1/evaluate/flags/concepts.clients',
			body: '{ "context": { "targetingKey": "usr_42" } }',
			status: 200,
			shown: '{ "key": "concepts.clients", "value": true, "reason": "STATIC" }',
		},
	],
}
