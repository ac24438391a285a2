// The change guide's examples, in order. A test sends each one and demands the response that's shown.

import { examplesOf } from './examples.ts'

const DOCUMENT = `{
  "document": {
    "version": 1,
    "feature_flags": {
      "research.fast_mode": { "description": "Fewer sources", "default_value": true }
    }
  }
}`

const FLAG = '{ "key": "research.fast_mode", "description": "Fewer sources", "default_value": false }'

const APPLIED = `"changes": [{
    "action": "update",
    "section": "feature_flags",
    "key": "research.fast_mode",
    "before": { "description": "Fewer sources", "default_value": false },
    "after": { "description": "Fewer sources", "default_value": true }
  }]`

export const EXAMPLES = examplesOf({
	try: {
		call: 'POST /v1/feature-flags',
		headers: { 'Dry-Run': 'true' },
		body: FLAG,
		shown: `{
  "dry_run": true,
  "status": 201,
  "body": { "key": "research.fast_mode", "default_value": false },
  "changes": [{
    "target_type": "feature_flags",
    "before": null,
    "after": { "default_value": false }
  }],
  "events": [],
  "effects": [],
  "effect_codes": [],
  "affects": [
    { "kind": "feature_flags", "what": "orgs" },
    { "kind": "feature_flags", "what": "org_overrides", "count": 0 }
  ],
  "credits": [],
  "credits_total": { "count": 0, "amount": 0 },
  "ignored": []
}`,
	},
	trial: {
		call: 'POST /v1/feature-flags',
		headers: { 'Confirm-Within': '60' },
		body: FLAG,
		status: 201,
		answered: { 'Confirm-Id': '{change_id}' },
		shown: '{ "id": "{flag_id}", "key": "research.fast_mode", "default_value": false }',
	},
	confirm: {
		call: 'POST /v1/admin/changes/{change_id}/confirm',
		shown: '{ "id": "{change_id}", "action": "feature_flags.create", "status": "confirmed" }',
	},
	mistake: {
		call: 'PATCH /v1/feature-flags/research.fast_mode',
		body: '{ "default_value": true }',
		shown: '{ "id": "{flag_id}", "default_value": true }',
	},
	find: {
		call: 'GET /v1/admin/audit-logs?target_id={flag_id}&limit=1',
		shown: `[{
  "id": "{audit_id}",
  "action": "feature_flags.update",
  "before": { "default_value": false },
  "after": { "default_value": true },
  "created_at": "{time}",
  "reverted_by": null
}]`,
	},
	revert: {
		call: 'POST /v1/admin/audit-logs/{audit_id}/revert',
		shown: `{
  "id": "{revert_id}",
  "action": "feature_flags.revert",
  "before": { "default_value": true },
  "after": { "default_value": false },
  "reverts": "{audit_id}"
}`,
	},
	'moved-on': {
		call: 'POST /v1/admin/audit-logs/{audit_id}/revert',
		status: 409,
		shown: `{
  "error": "conflict",
  "message": "This was changed again since. Revert the later changes first, or make a new change.",
  "details": {
    "reason": "audit.moved_on",
    "expected": { "default_value": true },
    "current": { "default_value": false }
  }
}`,
	},
	export: {
		call: 'GET /v1/admin/config',
		answered: { ETag: '"{hash}"' },
		shown: `{
  "version": 1,
  "feature_flags": {
    "research.fast_mode": { "description": "Fewer sources", "default_value": false }
  }
}`,
	},
	plan: {
		call: 'POST /v1/admin/config/plan',
		body: DOCUMENT,
		shown: `{
  ${APPLIED},
  "warnings": [],
  "base": "\\"{hash}\\""
}`,
	},
	apply: {
		call: 'PUT /v1/admin/config',
		headers: { 'If-Match': '"{hash}"' },
		body: DOCUMENT,
		answered: { ETag: '"{new_hash}"' },
		shown: `{
  ${APPLIED},
  "revision": {revision}
}`,
	},
	stale: {
		call: 'PUT /v1/admin/config',
		headers: { 'If-Match': '"{hash}"' },
		body: DOCUMENT,
		status: 412,
		shown: '{ "error": "precondition_failed" }',
	},
	revisions: {
		call: 'GET /v1/admin/config/revisions?limit=2',
		shown: `[
  { "number": {revision}, "kind": "apply", "change_count": 1 },
  { "number": {found}, "kind": "found", "change_count": null }
]`,
	},
	restore: {
		call: 'POST /v1/admin/config/revisions/{found}/restore',
		shown: `{
  "changes": [{
    "action": "update",
    "section": "feature_flags",
    "key": "research.fast_mode",
    "after": { "default_value": false }
  }],
  "revision": {restored}
}`,
	},
	foreign: {
		call: 'POST /v1/admin/config/plan',
		body: `{
  "document": {
    "version": 1,
    "tool_providers": {
      "web_search.keyed": {
        "is_active": true,
        "api_key": { "$secret": { "set": true, "fingerprint": "wPq2yAn1rJtv0cQkB6mZ3Q" } }
      }
    }
  }
}`,
		status: 400,
		shown: `{
  "error": "validation.error",
  "details": {
    "fields": [{
      "path": "tool_providers.web_search.keyed.api_key",
      "message": "Must have the stored secret's fingerprint. Send the value, or {\\"keep\\": true}"
    }]
  }
}`,
	},
})
