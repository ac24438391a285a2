import type { Coded } from '../texts.ts'

type Values = Coded['values']

const list = (names: unknown) => (Array.isArray(names) ? names.join('、') : '')

/** What a change would do outside of the database, by the code of the dry run. */
export const EFFECTS: Readonly<Record<string, (values: Values) => string>> = {
	notifies_endpoint: () => '会通知该 Webhook 端点。',
	notifies_endpoints: ({ count }) => `会通知 ${String(count)} 个 Webhook 端点。`,
	notifies_users: ({ count }) => `会通知 ${String(count)} 名用户。`,
	mails_user: () => '会向该用户的邮箱发送一封邮件。',
	mails_users_old_address: () => '会向该用户原来的邮箱发送一封邮件。',
	mails_old_address: () => '会向您原来的邮箱发送一封邮件。',
	mails_you: () => '会向您的邮箱发送一封邮件。',
	mails_invited: () => '会向受邀邮箱发送一封邮件。',
	mails_test: () => '会向该邮箱发送一封测试邮件。服务器是否接受，发送后才知道。',
	connects_mcp: () => '会连接该 MCP 服务器。',
	publishes_tool_group: ({ group }) =>
		`会把${group === 'web_search' ? '网页搜索' : group === 'web_fetch' ? '网页抓取' : String(group)}当前启用的提供商发布到所有节点。`,
	leaves_narrower_keys: ({ key_ids }) => `留有权限少于该账号的密钥：${list(key_ids)}。`,
	pause_matches_nothing: ({ subject }) => `目前没有名为“${String(subject)}”的对象，此暂停不匹配任何内容。`,
	unsold_entitlement: ({ entitlement }) =>
		`没有套餐包含布尔权益“${String(entitlement)}”，因此只有单独授予的组织才能使用需要它的内容。`,
	half_priced: ({ model }) => `模型“${String(model)}”有输入价格，但没有输出价格。`,
	pause_loses_match: ({ subject }) => `之后，对“${String(subject)}”的暂停不再匹配任何内容。`,
	budget_loses_match: ({ name }) => `之后，预算“${String(name)}”不再匹配任何内容。`,
	deletes_personal_org: ({ llm_providers, mcp_configs, webhook_endpoints, service_accounts }) =>
		`会删除其个人组织，其中有 ${String(llm_providers)} 个 LLM 提供商、${String(mcp_configs)} 个 MCP 服务器、${String(webhook_endpoints)} 个 Webhook 端点和 ${String(service_accounts)} 个服务账号。`,
	leaves_to_others: ({ names }) => `留给有权决定的人：${list(names)}。`,
	rolls_back: ({ count }) => `会回滚 ${String(count)} 个未确认的变更。`,
	rolls_back_unless_confirmed: ({ within_s }) => `如果您在 ${String(within_s)} 秒内没有确认，此变更会被回滚。`,
	continues_with_orgs: ({ count, first }) =>
		`之后还会处理另外 ${String(count)} 个组织，此处只计入前 ${String(first)} 个。`,
}

/** An effect in Chinese; undefined for a code that is new. */
export const effectText = ({ code, values }: Coded): string | undefined => EFFECTS[code]?.(values)
