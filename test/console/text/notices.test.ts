import { expect, test } from 'vitest'
import type { Words } from '../../../src/console/text/texts.ts'
import { alertText } from '../../../src/console/text/zh/alerts.ts'
import { NOTICES } from '../../../src/console/text/zh/notices.ts'

// `npm run check` asks for every code, and for the values that the English text names.

const WORDS: Words = {
	name: String,
	names: (list) => (list as string[]).join('、'),
	number: String,
	time: String,
}

const BUDGET = { name: 'Pilot', taken: 80, limit: 100, unit: 'credits', percent: 80 }

test.for<[code: string, values: Record<string, unknown>, body: string]>([
	[
		'budget_threshold',
		{ ...BUDGET, scope: 'user', subject: 'Ada Demo' },
		'预算 Pilot（用户 Ada Demo）：已用 80 积分，上限为 100 积分。',
	],
	[
		'budget_exceeded',
		{ ...BUDGET, scope: 'org', taken: 3, limit: 4, unit: 'runs' },
		'预算 Pilot：已有 3 次运行，上限为 4 次。',
	],
	['member_role', { user: 'Ada Demo', role: 'admin' }, 'Ada Demo 现在是成员，角色为管理员。'],
	[
		'key_redirected',
		{
			keys: [
				{ holder: 'llm_provider', name: 'main', host: 'a.example' },
				{ holder: 'mcp_environment', name: 'x y', host: 'another command' },
				{ holder: 'legacy_entries', name: 'web_fetch', host: null, default_of: 'keyed' },
				{ holder: 'email', name: null, host: 'b.example:587' },
			],
			more: 2,
		},
		'LLM 提供商 main 已存储的密钥现在会发送到 a.example。MCP 服务器环境变量 x y 已存储的密钥现在会发送到另一个命令。旧配置项 web_fetch 已存储的密钥现在会发送到 keyed 的默认地址。邮件配置已存储的密钥现在会发送到 b.example:587。另有 2 个也是如此。',
	],
	[
		'left_behind',
		{ user: null, connections: ['Acme'], tokens: [], accounts: [] },
		'一名已删除的用户在这里不再有决定权。在您确认之前，这些连接最多只授予成员角色：Acme。',
	],
	['pause_set', { scope: 'api_key', subject: 'ci', reason: 'Too fast.', until: null }, 'API 密钥 ci：Too fast.'],
	[
		'alert_opened',
		{ name: 'webhooks_late', message: 'The oldest due webhook …', values: { minutes: 12, count: 3 } },
		'最早到期的 Webhook 已等待 12 分钟。到期数：3。',
	],
	['alert_ended', { name: 'backup_old', message: 'From an older version.', values: null }, 'From an older version.'],
])('the notice %s says in Chinese what happened', ([code, values, body]) => {
	expect(NOTICES[code]?.(values, WORDS)[1]).toBe(body)
})

test('an alert that is new keeps its English', () => {
	expect(alertText('brand_new:a', { count: 1 }, WORDS)).toBeUndefined()
})
