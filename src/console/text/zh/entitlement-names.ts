import type * as en from '../en/entitlement-names.ts'
import type { Texts } from '../texts.ts'

export const entitlementNames: Texts<typeof en.entitlementNames> = {
	'quota.runs_per_month': '每月运行次数',
	'quota.tokens_per_month': '每月 token 数',
	'credits.monthly_grant': '每月积分',
	'credits.per_usd': '每美元积分',
	'credit.initial_grant': '注册时获得的积分',
	'credit.invite_reward': '邀请人的积分',
	'credit.invitee_reward': '受邀用户的积分',
	'limit.api_keys': '每名用户的 API 密钥',
	'limit.budgets': '预算',
	'limit.concurrent_runs': '同时运行数',
	'limit.directory_people': '目录中的人员',
	'limit.invitations': '未接受的邀请',
	'limit.llm_models': 'LLM 模型',
	'limit.llm_providers': 'LLM 提供商',
	'limit.mcp_configs': 'MCP 服务器',
	'limit.org_members': '成员',
	'limit.orgs': '每名用户的组织',
	'limit.referral_rewards_per_day': '每日推荐奖励',
	'limit.service_account_keys': '每个服务账号的密钥',
	'limit.service_accounts': '服务账号',
	'limit.team_members': '每个团队的成员',
	'limit.revision_bytes': '版本占用的字节数',
	'limit.audit_rows_per_day': '每日保留前后状态的变更数',
	'limit.trials_per_day': '每日待确认的变更数',
	'limit.undo_bytes': '撤销记录的字节数',
	'mcp.stdio': '以命令运行的 MCP 服务器',
	'runtime.stale_s': '旧凭据可用秒数',
	'credits.low_threshold': '积分不足提醒线',
	'credits.overdraft': '积分透支额度',
	'credits.own_models_percent': '自有模型的积分百分比',
}

export const modelsOf: Texts<typeof en.modelsOf> = (name) => `${name} 模型`
