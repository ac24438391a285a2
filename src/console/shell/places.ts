import { shell as t } from '../text/en/shell.ts'
import type { Group } from './place.ts'

/** Every place, in the order of the sidebar. */
export const GROUPS: Group[] = [
	{
		places: [
			{ to: '/', label: t.places.dashboard, icon: 'dashboard', access: 'signed_in', also: 'home usage cost tokens' },
			{
				to: '/your-org',
				label: t.places.your_org,
				icon: 'org',
				access: 'signed_in',
				also: 'plan subscription entitlements limits usage members invite team audit',
			},
			{ to: '/runs', label: t.places.runs, icon: 'run', access: 'org.settings', also: 'jobs failed cost models' },
			{
				to: '/account',
				label: t.places.account,
				icon: 'account',
				access: 'signed_in',
				also: 'password logins profile',
				isHidden: true,
			},
		],
	},
	{
		title: t.groups.customers,
		places: [
			{ to: '/users', label: t.places.users, icon: 'users', access: 'platform.read', also: 'people accounts' },
			{ to: '/orgs', label: t.places.orgs, icon: 'org', access: 'platform.read', also: 'tenants members balances' },
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
				also: 'switches overrides',
			},
			{
				to: '/config-entries',
				label: t.places.config_entries,
				icon: 'settings',
				access: 'platform.read',
				also: 'configuration settings defaults keys',
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
				also: 'vendors models keys prices',
			},
			{
				to: '/llm-providers/resolve',
				label: t.places.playground,
				icon: 'play',
				access: 'signed_in',
				also: 'playground model resolve selector',
				isHidden: true,
			},
			{
				to: '/tool-providers',
				label: t.places.tool_providers,
				icon: 'tool',
				access: 'signed_in',
				also: 'search fetch credentials',
			},
			{
				to: '/mcp-configs',
				label: t.places.mcp_configs,
				icon: 'server',
				access: 'signed_in',
				also: 'model context protocol tools',
			},
			{
				to: '/webhook-endpoints',
				label: t.places.webhook_endpoints,
				icon: 'webhook',
				access: 'signed_in',
				also: 'events deliveries endpoints',
			},
		],
	},
	{
		title: t.groups.billing,
		places: [
			{ to: '/plans', label: t.places.plans, icon: 'plan', access: 'signed_in', also: 'entitlements offers' },
			{
				to: '/subscriptions',
				label: t.places.subscriptions,
				icon: 'card',
				access: 'platform.read',
				also: 'plans periods',
			},
			{
				to: '/credits',
				label: t.places.credits,
				icon: 'credits',
				access: 'signed_in',
				below: 'platform.read',
				also: 'balance ledger redeem adjust',
			},
			{
				to: '/budgets',
				label: t.places.budgets,
				icon: 'budget',
				access: 'org.settings',
				also: 'spending limits stop runs simulate',
			},
			{
				to: '/redemption-codes',
				label: t.places.redemption_codes,
				icon: 'codes',
				access: 'platform.read',
				also: 'vouchers batch csv',
			},
			{
				to: '/invite-codes',
				label: t.places.invite_codes,
				icon: 'invite',
				access: 'signed_in',
				below: 'platform.read',
				also: 'invitation registration',
			},
			{
				to: '/referrals',
				label: t.places.referrals,
				icon: 'tree',
				access: 'platform.read',
				also: 'invited rewards tree',
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
				also: 'announcement notify message',
			},
			{ to: '/email', label: t.places.email, icon: 'mail', access: 'platform.read', also: 'smtp mail server' },
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
				also: 'requests tail live traffic status',
			},
			{
				to: '/trace',
				label: t.places.traces,
				icon: 'story',
				access: 'org.settings',
				also: 'trace request story',
			},
			{
				to: '/audit-logs',
				label: t.places.audit_logs,
				icon: 'audit',
				access: 'platform.read',
				also: 'history changes undo revert who',
			},
			{
				to: '/health',
				label: t.places.health,
				icon: 'health',
				access: 'platform.read',
				also: 'jobs cron ready schema',
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
				also: 'proxy cdn trusted risk threshold',
			},
			{
				to: '/ip-rules',
				label: t.places.ip_rules,
				icon: 'shield',
				access: 'signed_in',
				also: 'allowlist blocklist networks addresses',
			},
			{ to: '/pauses', label: t.places.pauses, icon: 'pause', access: 'org.settings', also: 'stop' },
			{
				to: '/secret-keys',
				label: t.places.secret_keys,
				icon: 'lock',
				access: 'platform.read',
				also: 'secret keys encryption rotation reseal ring',
			},
		],
	},
	{
		title: t.groups.settings,
		places: [
			{ to: '/operators', label: t.places.operators, icon: 'users', access: 'platform.read', also: 'roles team staff' },
			{
				to: '/configuration',
				label: t.places.configuration,
				icon: 'document',
				access: 'data.secrets',
				also: 'document export import plan apply revisions restore backup',
			},
			{
				to: '/api-keys',
				label: t.places.api_keys,
				icon: 'key',
				access: 'signed_in',
				also: 'tokens programs credentials',
			},
			{
				to: '/service-accounts',
				label: t.places.service_accounts,
				icon: 'key',
				access: 'org.settings',
				also: 'programs agents runtime',
			},
		],
	},
]
