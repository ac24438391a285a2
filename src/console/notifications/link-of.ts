import type { LinkProps } from '@tanstack/react-router'
import type { Schema } from '../api.ts'

type Notification = Schema<'Notifications'>['data'][number]

/** What a message is about. What belongs to another org only shows there, so that has no link. */
export function linkOf({ type, payload, org_id: of }: Notification, here: string): LinkProps | undefined {
	const { budget_id, org_id, target_id, audit_id, endpoint_id, provider_id, config_id, service_account_id } =
		payload as Record<string, string | undefined>
	const [topic] = type.split('.')
	if (topic === 'change' && target_id) return { to: '/audit-logs', search: { target_id, row: audit_id } }
	if (topic === 'budget' && budget_id) return { to: '/budgets/$budget_id', params: { budget_id }, search: { org_id } }
	if (topic === 'pause') return { to: '/pauses' }
	if (type === 'platform.alert') return { to: '/health' }
	if (of === null) return topic === 'security' ? { to: '/account' } : undefined
	if (of !== here) return undefined
	if (endpoint_id) return { to: '/webhook-endpoints/$endpoint_id', params: { endpoint_id } }
	if (provider_id) return { to: '/llm-providers/$provider_id', params: { provider_id } }
	if (config_id) return { to: '/mcp-configs/$config_id', params: { config_id } }
	if (service_account_id) return { to: '/service-accounts/$account_id', params: { account_id: service_account_id } }
	return type === 'security.membership_changed' ? { to: '/your-org', search: { tab: 'members' } } : undefined
}
