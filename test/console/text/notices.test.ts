import { expect, test } from 'vitest'
import { noticeText } from '../../../src/console/text/zh/notices.ts'

// `npm run check` asks for the texts that are fixed. These are put together in the database.

test.for<[text: string, said: string]>([
	[
		'The budget Pilot of user Ada Demo: 80 of 100 credits.',
		'预算 Pilot（用户 Ada Demo）：已用 80 积分，上限为 100 积分。',
	],
	['The budget Pilot: 3 of 4 runs.', '预算 Pilot：已有 3 次运行，上限为 4 次。'],
	['A budget has reached 80 % of its limit', '一项预算已达到上限的 80%'],
	['Ada Demo is now a member with the role admin.', 'Ada Demo 现在是成员，角色为管理员。'],
	[
		'The stored key of the LLM provider main now goes to a.example. The stored key of the MCP config x y now goes to b.example. So do 2 more.',
		'LLM 提供商 main 已存储的密钥现在会发送到 a.example。MCP 服务器 x y 已存储的密钥现在会发送到 b.example。另有 2 个也是如此。',
	],
	['Alert: webhooks are late', '告警：Webhook 延迟'],
	['Runs stop at six. Ask Ada.', 'Runs stop at six. Ask Ada.'],
])('the notice "%s" has its sentence in Chinese', ([text, said]) => {
	expect(noticeText(text)).toBe(said)
})
