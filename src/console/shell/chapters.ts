/** The chapter of the API reference for each place: its part of the address, `/docs/api/…`. Several places may share one. */
export const CHAPTERS: Record<string, string> = {
	'/': 'usage',
	'/your-org': 'orgs',
	'/runs': 'runs',
	'/plans': 'plans',
	'/account': 'current-user',
	'/users': 'users',
	'/orgs': 'orgs',
	'/subscriptions': 'subscriptions',
	'/feature-flags': 'feature-flags',
	'/config-entries': 'configuration',
	'/llm-providers': 'llm-providers',
	'/llm-providers/resolve': 'llm-providers',
	'/tool-providers': 'tool-providers',
	'/mcp-configs': 'mcp-configs',
	'/webhook-endpoints': 'webhooks',
	'/credits': 'credits',
	'/budgets': 'budgets',
	'/redemption-codes': 'redemption-codes',
	'/invite-codes': 'invitations',
	'/referrals': 'invitations',
	'/broadcasts': 'notifications',
	'/email': 'e-mail',
	'/access-log': 'access-log',
	'/gateway-config': 'gateway',
	'/ip-rules': 'ip-rules',
	'/pauses': 'pauses',
	'/health': 'health',
	'/audit-logs': 'audit-logs',
	'/operators': 'operators',
	'/oidc-connections': 'oidc-connections',
	'/configuration': 'configuration-document',
	'/api-keys': 'api-keys',
	'/service-accounts': 'service-accounts',
	'/secret-keys': 'configuration',
	'/trace': 'traces',
}

/** The guide for a place, `/docs/…`. People read it first, and it leads on to the reference. */
export const GUIDES: Record<string, string> = {
	'/budgets': 'spending',
	'/pauses': 'spending',
	'/webhook-endpoints': 'webhooks',
	'/configuration': 'changes',
	'/audit-logs': 'changes',
	'/service-accounts': 'runtime',
	'/oidc-connections': 'sign-in',
}

/** What the documentation says about a place: its guide, or its chapter. */
export const docsOf = (place: string) => `/docs/${GUIDES[place] ?? `api/${CHAPTERS[place] ?? ''}`}`
