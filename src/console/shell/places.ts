import { shell as t } from '../text/en/shell.ts'
import type { Group } from './place.ts'

/** Every place, in the order of the sidebar. */
export const GROUPS: Group[] = [
	{
		places: [
			{ to: '/', label: t.places.dashboard, icon: 'dashboard', access: 'signed_in', also: t.also.dashboard },
			{ to: '/your-org', label: t.places.your_org, icon: 'org', access: 'signed_in', also: t.also.your_org },
			{ to: '/runs', label: t.places.runs, icon: 'run', access: 'org.settings', also: t.also.runs },
			{
				to: '/account',
				label: t.places.account,
				icon: 'account',
				access: 'signed_in',
				also: t.also.account,
				isHidden: true,
			},
		],
	},
	{
		title: t.groups.customers,
		places: [
			{ to: '/users', label: t.places.users, icon: 'users', access: 'platform.read', also: t.also.users },
			{ to: '/orgs', label: t.places.orgs, icon: 'org', access: 'platform.read', also: t.also.orgs },
		],
	},
	{
		title: t.groups.platform,
		places: [
			{
				to: '/feature-flags',
				label: t.places.feature_flags,
				icon: 'flag',
				access: 'platform.read',
				also: t.also.feature_flags,
			},
			{
				to: '/config-entries',
				label: t.places.config_entries,
				icon: 'settings',
				access: 'platform.read',
				also: t.also.config_entries,
			},
		],
	},
	{
		title: t.groups.integrations,
		places: [
			{
				to: '/llm-providers',
				label: t.places.llm_providers,
				icon: 'models',
				access: 'signed_in',
				also: t.also.llm_providers,
			},
			{
				to: '/llm-providers/resolve',
				label: t.places.playground,
				icon: 'play',
				access: 'signed_in',
				also: t.also.playground,
				isHidden: true,
			},
			{
				to: '/tool-providers',
				label: t.places.tool_providers,
				icon: 'tool',
				access: 'signed_in',
				also: t.also.tool_providers,
			},
			{
				to: '/mcp-configs',
				label: t.places.mcp_configs,
				icon: 'server',
				access: 'signed_in',
				also: t.also.mcp_configs,
			},
			{
				to: '/webhook-endpoints',
				label: t.places.webhook_endpoints,
				icon: 'webhook',
				access: 'signed_in',
				also: t.also.webhook_endpoints,
			},
		],
	},
	{
		title: t.groups.billing,
		places: [
			{ to: '/plans', label: t.places.plans, icon: 'plan', access: 'signed_in', also: t.also.plans },
			{
				to: '/subscriptions',
				label: t.places.subscriptions,
				icon: 'card',
				access: 'platform.read',
				also: t.also.subscriptions,
			},
			{
				to: '/credits',
				label: t.places.credits,
				icon: 'credits',
				access: 'signed_in',
				below: 'platform.read',
				also: t.also.credits,
			},
			{
				to: '/budgets',
				label: t.places.budgets,
				icon: 'budget',
				access: 'org.settings',
				also: t.also.budgets,
			},
			{
				to: '/redemption-codes',
				label: t.places.redemption_codes,
				icon: 'codes',
				access: 'platform.read',
				also: t.also.redemption_codes,
			},
			{
				to: '/invite-codes',
				label: t.places.invite_codes,
				icon: 'invite',
				access: 'signed_in',
				below: 'platform.read',
				also: t.also.invite_codes,
			},
			{
				to: '/referrals',
				label: t.places.referrals,
				icon: 'tree',
				access: 'platform.read',
				also: t.also.referrals,
			},
		],
	},
	{
		title: t.groups.messages,
		places: [
			{
				to: '/broadcasts',
				label: t.places.broadcasts,
				icon: 'broadcast',
				access: 'platform.read',
				also: t.also.broadcasts,
			},
			{ to: '/email', label: t.places.email, icon: 'mail', access: 'platform.read', also: t.also.email },
		],
	},
	{
		title: t.groups.activity,
		places: [
			{
				to: '/access-log',
				label: t.places.access_log,
				icon: 'activity',
				access: 'platform.read',
				also: t.also.access_log,
			},
			{
				to: '/trace',
				label: t.places.traces,
				icon: 'story',
				access: 'org.settings',
				also: t.also.traces,
			},
			{
				to: '/audit-logs',
				label: t.places.audit_logs,
				icon: 'audit',
				access: 'platform.read',
				also: t.also.audit_logs,
			},
			{
				to: '/health',
				label: t.places.health,
				icon: 'health',
				access: 'platform.read',
				also: t.also.health,
			},
		],
	},
	{
		title: t.groups.guard,
		places: [
			{
				to: '/gateway-config',
				label: t.places.gateway,
				icon: 'gateway',
				access: 'platform.read',
				also: t.also.gateway,
			},
			{
				to: '/ip-rules',
				label: t.places.ip_rules,
				icon: 'shield',
				access: 'signed_in',
				also: t.also.ip_rules,
			},
			{ to: '/pauses', label: t.places.pauses, icon: 'pause', access: 'org.settings', also: t.also.pauses },
			{
				to: '/secret-keys',
				label: t.places.secret_keys,
				icon: 'lock',
				access: 'platform.read',
				also: t.also.secret_keys,
			},
		],
	},
	{
		title: t.groups.settings,
		places: [
			{ to: '/operators', label: t.places.operators, icon: 'users', access: 'platform.read', also: t.also.operators },
			{
				to: '/oidc-connections',
				label: t.places.oidc_connections,
				icon: 'key',
				access: 'platform.read',
				also: t.also.oidc_connections,
			},
			{
				to: '/configuration',
				label: t.places.configuration,
				icon: 'document',
				access: 'data.secrets',
				also: t.also.configuration,
			},
			{ to: '/api-keys', label: t.places.api_keys, icon: 'key', access: 'signed_in', also: t.also.api_keys },
			{
				to: '/service-accounts',
				label: t.places.service_accounts,
				icon: 'key',
				access: 'org.settings',
				also: t.also.service_accounts,
			},
		],
	},
]
