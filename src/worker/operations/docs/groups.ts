import type { Group, Link } from './contents.ts'
import type { Said } from './languages.ts'

/** The groups of the console's sidebar, each with its chapters by their addresses below `/docs/api`. */
const GROUPS = {
	activity: 'runs runtime requests agents usage changes audit-logs access-log traces',
	integrations: 'llm-providers tool-providers mcp-configs mcp webhooks events',
	customers: 'orgs users subscriptions credits redemption-codes invitations notifications',
	platform: 'plans entitlements feature-flags budgets pauses gateway ip-rules',
	org: 'current-user api-keys service-accounts',
	settings:
		'configuration configuration-document signing-in oidc-connections scim operators e-mail directory backups health documentation',
}

/** What the console calls its groups, and the places that chapters are about. */
export interface ConsoleNames {
	groups: Record<keyof typeof GROUPS, Said>
	chapters: Record<string, Said>
}

/** The chapters that no place of the console gives its name to. */
export const NAMES: Record<string, Said> = {
	backups: { en: 'Backups', zh: '备份' },
	changes: { en: 'Changes', zh: '变更' },
	directory: { en: 'Search', zh: '搜索' },
	documentation: { en: 'Documentation', zh: '文档' },
	entitlements: { en: 'Entitlements', zh: '权益' },
	invitations: { en: 'Invitations', zh: '邀请' },
	notifications: { en: 'Notifications', zh: '通知' },
	runtime: { en: 'Runtime', zh: '运行时' },
	'signing-in': { en: 'Sign-in', zh: '登录' },
	usage: { en: 'Usage', zh: '用量' },
}

const slugIn = (href: string) => href.split('/').at(-1) as string

/** The name of a chapter: its own, the console's, or that of its tag. */
export const nameOf = (slug: string, tag: string, { chapters }: ConsoleNames): Said =>
	NAMES[slug] ?? chapters[slug] ?? { en: tag, zh: tag }

/** Chapters with the group of each. One that no group names is in the last. */
export function grouped<One extends Link>(all: One[], { groups }: ConsoleNames): (Group & { links: One[] })[] {
	const named = new Set(Object.values(GROUPS).flatMap((chapters) => chapters.split(' ')))
	return (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group, index, { length }) => {
		const own = GROUPS[group].split(' ').flatMap((slug) => all.find(({ href }) => slugIn(href) === slug) ?? [])
		const rest = index === length - 1 ? all.filter(({ href }) => !named.has(slugIn(href))) : []
		return { title: groups[group], links: [...own, ...rest] }
	})
}
