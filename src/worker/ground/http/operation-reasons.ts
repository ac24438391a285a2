import { AGAIN, type Refused } from './codes.ts'

/** The reasons of MCP, IP rules, pauses, webhook endpoints, e-mail, backups and the access log. */
export const OF_OPERATIONS = {
	'mcp.changed_since': {
		meaning: 'What was read in parts changed since its first part.',
		action: 'Read it again without the cursor.',
	},
	'mcp.foreign_host': {
		statuses: [403],
		meaning: "The request names a host that isn't this instance's ({host}).",
		action: 'Call the address in `PUBLIC_URL`, or ask the operator to set that variable.',
	},
	'mcp.no_json': {
		statuses: [400],
		meaning: "This operation doesn't respond with JSON, so a tool can't return it.",
		action: 'Call it over HTTP.',
	},
	'ip_rules.self_lockout': {
		meaning: "This change would lock out the caller's own address ({client_address}).",
		action: 'If that is intended, repeat the request with `?confirm=true`.',
	},
	'ip_rules.too_many': {
		meaning: 'The org already has the maximum number of IP rules ({limit}).',
		action: 'Delete a rule, or combine several networks into one.',
	},
	'pauses.too_many': {
		meaning: 'The org already has the maximum number of pauses ({limit}).',
		action: 'Lift a pause, or pause something wider.',
	},
	'webhook_endpoints.changed': {
		meaning: "The endpoint's secrets were changed by another request at the same time.",
		action: 'Repeat the request.',
	},
	'webhook_endpoints.disabled': {
		meaning: 'The endpoint is disabled, so it receives nothing.',
		action: 'Enable it first.',
	},
	'webhook_endpoints.too_many': {
		meaning: 'The org already has the maximum number of webhook endpoints ({limit}).',
		action: 'Delete one first.',
	},
	'email.not_configured': {
		meaning: 'No sender or no SMTP server is configured.',
		action: 'Set `from` and `smtp_host` in the e-mail settings.',
	},
	'backups.no_bucket': {
		meaning: 'This deployment has no storage bucket.',
		action: 'Ask the operator to bind one, as the operating guide describes.',
	},
	'backups.running': { meaning: 'A backup is already running.', action: "Wait until it's finished." },
	'access_log.archive_unavailable': {
		statuses: [503],
		meaning: "Analytics Engine, which holds the older entries, isn't answering.",
		action: AGAIN,
	},
	'access_log.unavailable': {
		statuses: [503],
		meaning: "The log of recent requests isn't answering.",
		action: AGAIN,
	},
} as const satisfies Record<string, Refused>
