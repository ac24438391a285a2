// The chapters of the document. A new slice adds its line here.

interface Tag {
	name: string
	description: string
	prefixes: string[]
}

export const TAGS: Tag[] = [
	{ name: 'Health', description: 'Probes for load balancers and deployments.', prefixes: ['/healthz', '/readyz'] },
	{
		name: 'Signing in',
		description: 'Registration, access and refresh tokens.',
		prefixes: ['/v1/auth', '/.well-known'],
	},
	{ name: 'Current user', description: 'Who is calling.', prefixes: ['/v1/me'] },
	{ name: 'API keys', description: 'Keys with which programs act for a user in one org.', prefixes: ['/v1/api-keys'] },
	{ name: 'Orgs', description: 'Orgs and their members.', prefixes: ['/v1/admin/orgs'] },
	{ name: 'Users', description: 'User administration.', prefixes: ['/v1/admin/users'] },
	{
		name: 'Invitations',
		description: 'Invite codes, and who came by whom.',
		prefixes: ['/v1/admin/invite-codes', '/v1/admin/referrals'],
	},
	{ name: 'Audit logs', description: 'Who changed what, from what, to what.', prefixes: ['/v1/admin/audit-logs'] },
	{
		name: 'Gateway',
		description: 'How callers are told apart and judged, before anything else is done.',
		prefixes: ['/v1/admin/gateway-config'],
	},
	{
		name: 'Access log',
		description: 'Every request, as it came and as it was answered.',
		prefixes: ['/v1/admin/access-log'],
	},
	{
		name: 'Tool providers',
		description: 'What serves the built-in tool groups, for the platform and for an org.',
		prefixes: ['/v1/tool-providers'],
	},
	{
		name: 'Configuration',
		description: 'Plain settings of the platform, and the keys its secrets lie under.',
		prefixes: ['/v1/admin/config-entries', '/v1/admin/secret-keys'],
	},
	{ name: 'E-mail', description: 'How mail leaves the platform.', prefixes: ['/v1/admin/email'] },
	{ name: 'MCP configs', description: "MCP servers that an org's agents may use.", prefixes: ['/v1/mcp-configs'] },
	{
		name: 'LLM providers',
		description: 'Accounts with model vendors, and their models.',
		prefixes: ['/v1/llm-providers'],
	},
	{ name: 'Plans', description: 'What is sold: plans and their entitlements.', prefixes: ['/v1/plans'] },
	{ name: 'Subscriptions', description: 'Which org has which plan, and until when.', prefixes: ['/v1/subscriptions'] },
	{
		name: 'Redemption codes',
		description: 'Codes that an org redeems for credits, or for what else they stand for.',
		prefixes: ['/v1/admin/redemption-codes'],
	},
	{
		name: 'Webhooks',
		description: 'Where events are sent, what became of each, and which there are.',
		prefixes: ['/v1/webhook-endpoints', '/v1/webhook-event-types'],
	},
	{
		name: 'Credits',
		description: 'What every org has left, and the ledger that says why.',
		prefixes: ['/v1/admin/credits'],
	},
	{
		name: 'Usage',
		description: 'What was used, by day and by model, and the platform in a few numbers.',
		prefixes: ['/v1/admin/usage', '/v1/orgs', '/v1/admin/dashboard'],
	},
	{
		name: 'Runs',
		description: 'What the agent runtime reports, and what became of it.',
		prefixes: ['/v1/runtime', '/v1/admin/runs'],
	},
	{
		name: 'Entitlements',
		description: 'Overrides of a plan for one org, and what is effective.',
		prefixes: ['/v1/entitlement-overrides', '/v1/entitlements'],
	},
	{
		name: 'Feature flags',
		description: 'Flags, org overrides and evaluation, OFREP included.',
		prefixes: ['/v1/feature-flags', '/ofrep'],
	},
	{
		name: 'IP rules',
		description: "Which addresses an org's callers may come from.",
		prefixes: ['/v1/ip-rules'],
	},
	{
		name: 'Notifications',
		description: 'What users are told, and broadcasts to many of them.',
		prefixes: ['/v1/notifications', '/v1/admin/notifications'],
	},
	{ name: 'Documentation', description: 'This document.', prefixes: ['/openapi.json', '/docs'] },
]

/** The chapter of a path; throws for a path that has none. */
export function tagOf(path: string): string {
	const tag = TAGS.find(({ prefixes }) => prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)))
	if (!tag) throw new Error(`${path} has no tag: add its slice to TAGS`)
	return tag.name
}
