import { html } from 'hono/html'
import type { Around, Chapter } from '../docs/chapter.ts'
import { guideLink } from '../docs/contents.ts'
import type { Operation } from '../docs/document.ts'
import { paragraph, type Said, say } from '../docs/languages.ts'
import { operationLink } from '../docs/overview.ts'
import type { Section } from '../docs/search-index.ts'
import { shell } from '../docs/shell.ts'

/** What somebody came for: the few operations that do it, in the order in which they're needed. */
interface Purpose {
	title: Said
	summary: Said
	/** The guide that does it step by step. */
	guide: Said
	parts: { title: Said; text: Said; operations: string }[]
}

/** Each purpose by its address below `/docs`. A page names at most twelve operations, or it's a list again. */
const PURPOSES: Record<string, Purpose> = {
	'for/sell-credits': {
		title: { en: 'Sell credits', zh: '出售积分' },
		summary: {
			en: 'Prices, plans with a monthly grant, codes, and a ledger that adds up.',
			zh: '价格、按月发放积分的套餐、兑换码，以及账目相符的流水。',
		},
		guide: {
			en: 'Step by step, with every request: [Sell models](/docs/models).',
			zh: '包含每个请求的分步说明：[出售模型](/docs/models)。',
		},
		parts: [
			{
				title: { en: 'Set the prices', zh: '设置价格' },
				text: {
					en: 'A model has a price and a multiplier. `credits.per_usd` says how many credits a dollar is.',
					zh: '模型有价格和倍率。`credits.per_usd` 表示一美元等于多少积分。',
				},
				operations: 'post_llm_providers post_llm_providers_provider_id_models get_llm_providers_effective',
			},
			{
				title: { en: 'Give credits', zh: '发放积分' },
				text: {
					en: 'A plan grants `credits.monthly_grant` each month. Codes and adjustments add to that.',
					zh: '套餐每月发放 `credits.monthly_grant`。还可以通过兑换码和调整增加积分。',
				},
				operations:
					'post_plans post_subscriptions post_admin_redemption_codes_batch post_me_redeem post_admin_credits_adjust',
			},
			{
				title: { en: 'See what was used', zh: '查看消耗' },
				text: {
					en: 'The ledger has each movement. Compare what you counted with the bill of the vendor.',
					zh: '流水记录每一笔变动。可以将统计结果与供应商的账单对比。',
				},
				operations: 'get_admin_credits get_admin_credits_balances get_admin_usage_pricing post_admin_usage_compare',
			},
		],
	},
	'for/stop-agents': {
		title: { en: 'Stop agents', zh: '停止智能体' },
		summary: {
			en: 'Limit what agents use, and pause one that loops.',
			zh: '限制智能体的消耗，并暂停陷入循环的智能体。',
		},
		guide: {
			en: 'Step by step, with every request: [Stop a run](/docs/spending).',
			zh: '包含每个请求的分步说明：[停止运行](/docs/spending)。',
		},
		parts: [
			{
				title: { en: 'Set limits', zh: '设置限额' },
				text: {
					en: 'A budget limits credits, tokens or runs by hour, day, week or month. Simulate it on past runs first.',
					zh: '预算按小时、天、周或月限制积分、Token 或运行次数。可以先用过去的运行模拟。',
				},
				operations:
					'post_orgs_org_id_budgets_rehearse post_orgs_org_id_budgets get_orgs_org_id_budgets_budget_id_states patch_orgs_org_id_budgets_budget_id',
			},
			{
				title: { en: 'Let the runtime ask', zh: '让运行时先询问' },
				text: {
					en: 'A run starts with a hold, and reports its progress. Both are refused when a budget, the balance or a pause says so.',
					zh: '运行以预占开始，并上报进度。预算、余额或暂停不允许时，两者都会被拒绝。',
				},
				operations: 'post_runtime_runs_begin post_runtime_runs_run_id_progress post_runtime_runs',
			},
			{
				title: { en: 'Pause', zh: '暂停' },
				text: {
					en: 'A pause stops an agent, a user, a model or an org at once, with a reason that people read.',
					zh: '暂停会立即停止智能体、用户、模型或组织，并附上供人阅读的原因。',
				},
				operations:
					'get_orgs_org_id_agents put_orgs_org_id_pauses_scope_subject delete_orgs_org_id_pauses_scope_subject put_admin_pauses_scope_subject',
			},
		],
	},
	'for/configure': {
		title: { en: 'Configure tools and models', zh: '配置工具与模型' },
		summary: {
			en: 'Vendors, models, tool providers and MCP servers, and what a run gets of them.',
			zh: '供应商、模型、工具提供商和 MCP 服务器，以及运行会得到什么。',
		},
		guide: {
			en: 'How an agent uses them: [Connect an agent](/docs/runtime). How to change them without risk: [Changing a running platform](/docs/changes).',
			zh: '智能体如何使用：[连接智能体](/docs/runtime)。如何无风险地变更：[变更运行中的平台](/docs/changes)。',
		},
		parts: [
			{
				title: { en: 'Models', zh: '模型' },
				text: {
					en: 'A provider is an account with a vendor. Ask which model a request would get, and why.',
					zh: '提供商是在供应商处的账号。可以查询请求会得到哪个模型及其原因。',
				},
				operations:
					'post_llm_providers get_llm_providers_provider_id_available_models post_llm_providers_provider_id_models post_llm_providers_resolve',
			},
			{
				title: { en: 'Tools', zh: '工具' },
				text: {
					en: 'Each tool group has one active provider. An org can have its own.',
					zh: '每个工具组有一个启用的提供商。组织可以有自己的提供商。',
				},
				operations:
					'get_tool_providers put_tool_providers_group_provider_credential put_tool_providers_group_provider_activate get_tool_providers_group_effective',
			},
			{
				title: { en: 'MCP servers', zh: 'MCP 服务器' },
				text: {
					en: 'Test a server before an agent needs it. A runtime gets all that are active.',
					zh: '在智能体使用之前测试服务器。运行时会得到所有启用的服务器。',
				},
				operations:
					'post_mcp_configs post_mcp_configs_config_id_test patch_mcp_configs_config_id post_runtime_mcp_resolve',
			},
		],
	},
	'for/guard': {
		title: { en: 'Guard an org', zh: '保护组织' },
		summary: {
			en: 'Who gets in, from where, how, and what they changed.',
			zh: '谁可以访问、从哪里、以何种方式，以及更改了什么。',
		},
		guide: {
			en: "To let the company's provider decide: [Sign in with your company's provider](/docs/sign-in).",
			zh: '由公司的身份提供商决定：[使用公司的身份提供商登录](/docs/sign-in)。',
		},
		parts: [
			{
				title: { en: 'People', zh: '人员' },
				text: {
					en: 'Demand a second factor with `second_factor_required`, or a sign-in with the provider of the company.',
					zh: '用 `second_factor_required` 要求双重验证，或要求使用公司的身份提供商登录。',
				},
				operations:
					'get_orgs_org_id_members patch_orgs_org_id_members_user_id patch_orgs_org_id post_orgs_org_id_oidc_connections',
			},
			{
				title: { en: 'Networks', zh: '网络' },
				text: {
					en: 'Allow or block networks. Check an address first, and make the change with `Confirm-Within`.',
					zh: '允许或阻止网络。先检查地址，再用 `Confirm-Within` 更改。',
				},
				operations: 'post_ip_rules_check post_ip_rules get_ip_rules',
			},
			{
				title: { en: 'Keys and history', zh: '密钥与记录' },
				text: {
					en: 'Give programs keys of the org, rotate them, and revert what should not have happened.',
					zh: '为程序创建组织的密钥并定期更换，还原不应发生的更改。',
				},
				operations:
					'post_orgs_org_id_service_accounts post_orgs_org_id_service_accounts_account_id_keys_key_id_rotate get_orgs_org_id_left_behind get_orgs_org_id_audit_logs post_orgs_org_id_audit_logs_id_revert',
			},
		],
	},
}

export const purposeLinks = Object.entries(PURPOSES).map(([name, purpose]) => guideLink(name, purpose))

export const purposeSections: Section[] = Object.entries(PURPOSES).map(([name, { title, summary, parts }]) => {
	const text = (language: keyof Said) =>
		parts.map((part) => `${part.title[language]}. ${part.text[language]}`).join(' ')
	return { href: `/docs/${name}`, title, of: summary, text: { en: text('en'), zh: text('zh') } }
})

export function purposePages(chapters: Chapter[], around: Around): Record<string, string> {
	const known = new Map(
		chapters.flatMap(({ href, operations }) => operations.map((one) => [one.operationId, { ...one, href }] as const)),
	)
	return Object.fromEntries(
		Object.entries(PURPOSES).map(([name, purpose]) => [
			`/docs/${name}`,
			pageOf(`/docs/${name}`, purpose, known, around),
		]),
	)
}

function pageOf(
	current: string,
	{ title, summary, guide, parts }: Purpose,
	known: Map<string, Operation & { href: string }>,
	around: Around,
) {
	const operations = (ids: string) =>
		ids.split(' ').map((id) => {
			const found = known.get(id)
			if (!found) throw new Error(`${current} names ${id}, which is no operation`)
			return operationLink(found, found.href)
		})
	return shell({
		title,
		contents: { ...around, current, parts: [] },
		main: html`<div class="guide"><h1>${say(title)}</h1>${paragraph(summary, 'lead')}${paragraph(guide)}
${parts.map((part) => html`<section><h2>${say(part.title)}</h2>${paragraph(part.text)}<ul class="operations">${operations(part.operations)}</ul></section>`)}</div>`,
	})
}
