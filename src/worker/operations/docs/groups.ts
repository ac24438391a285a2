import type { Group, Link } from './contents.ts'
import type { Said } from './languages.ts'

/** The groups of the console's sidebar, each with its chapters by their addresses below `/docs/api`. */
const GROUPS: { title: Said; chapters: string }[] = [
	{
		title: { en: 'Activity', zh: '活动' },
		chapters: 'runs runtime requests agents usage changes audit-logs access-log traces',
	},
	{
		title: { en: 'Integrations', zh: '集成' },
		chapters: 'llm-providers tool-providers mcp-configs mcp webhooks events',
	},
	{
		title: { en: 'Customers', zh: '客户' },
		chapters: 'orgs users subscriptions credits redemption-codes invitations notifications',
	},
	{
		title: { en: 'Platform', zh: '平台' },
		chapters: 'plans entitlements feature-flags budgets pauses gateway ip-rules',
	},
	{ title: { en: 'Org', zh: '组织' }, chapters: 'current-user api-keys service-accounts' },
	{
		title: { en: 'Settings', zh: '设置' },
		chapters:
			'configuration configuration-document signing-in oidc-connections scim operators e-mail directory backups health documentation',
	},
]

/** What the console calls the things of a chapter. */
export const NAMES: Record<string, Said> = {
	'access-log': { en: 'Access log', zh: '访问日志' },
	agents: { en: 'Agents', zh: '智能体' },
	'api-keys': { en: 'API keys', zh: 'API 密钥' },
	'audit-logs': { en: 'Audit log', zh: '审计日志' },
	backups: { en: 'Backups', zh: '备份' },
	budgets: { en: 'Budgets', zh: '预算' },
	changes: { en: 'Changes', zh: '变更' },
	configuration: { en: 'Config entries', zh: '配置项' },
	'configuration-document': { en: 'Configuration', zh: '配置' },
	credits: { en: 'Credits', zh: '积分' },
	'current-user': { en: 'Your account', zh: '我的账号' },
	directory: { en: 'Search', zh: '搜索' },
	documentation: { en: 'Documentation', zh: '文档' },
	'e-mail': { en: 'Email', zh: '邮件' },
	entitlements: { en: 'Entitlements', zh: '权益' },
	'feature-flags': { en: 'Feature flags', zh: '功能开关' },
	gateway: { en: 'Gateway', zh: '网关' },
	health: { en: 'Health', zh: '健康状况' },
	invitations: { en: 'Invitations', zh: '邀请' },
	'ip-rules': { en: 'IP rules', zh: 'IP 规则' },
	'llm-providers': { en: 'Models', zh: '模型' },
	'mcp-configs': { en: 'MCP servers', zh: 'MCP 服务器' },
	notifications: { en: 'Notifications', zh: '通知' },
	'oidc-connections': { en: 'OpenID connections', zh: 'OpenID 连接' },
	operators: { en: 'Operators', zh: '运营人员' },
	orgs: { en: 'Orgs', zh: '组织' },
	pauses: { en: 'Pauses', zh: '暂停' },
	plans: { en: 'Plans', zh: '套餐' },
	'redemption-codes': { en: 'Redemption codes', zh: '兑换码' },
	requests: { en: 'Requests', zh: '审批' },
	runs: { en: 'Runs', zh: '运行' },
	runtime: { en: 'Runtime', zh: '运行时' },
	'service-accounts': { en: 'Service accounts', zh: '服务账号' },
	'signing-in': { en: 'Sign-in', zh: '登录' },
	subscriptions: { en: 'Subscriptions', zh: '订阅' },
	'tool-providers': { en: 'Tool providers', zh: '工具提供商' },
	traces: { en: 'Traces', zh: '追踪' },
	usage: { en: 'Usage', zh: '用量' },
	users: { en: 'Users', zh: '用户' },
	webhooks: { en: 'Webhooks', zh: 'Webhook' },
}

const slugIn = (href: string) => href.split('/').at(-1) as string

/** The name of a chapter: the console's, or that of its tag. */
export const nameOf = (slug: string, tag: string): Said => NAMES[slug] ?? { en: tag, zh: tag }

/** Chapters with the group of each. One that no group names is in the last. */
export function grouped<One extends Link>(all: One[]): (Group & { links: One[] })[] {
	const named = new Set(GROUPS.flatMap(({ chapters }) => chapters.split(' ')))
	return GROUPS.map(({ title, chapters }, index) => {
		const own = chapters.split(' ').flatMap((slug) => all.find(({ href }) => slugIn(href) === slug) ?? [])
		const rest = index === GROUPS.length - 1 ? all.filter(({ href }) => !named.has(slugIn(href))) : []
		return { title, links: [...own, ...rest] }
	})
}
