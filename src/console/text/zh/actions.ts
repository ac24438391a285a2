import type * as en from '../en/actions.ts'
import type { Texts } from '../texts.ts'

const THINGS: Record<string, string> = {
	api_keys: 'API 密钥',
	backups: '备份',
	broadcasts: '公告',
	budgets: '预算',
	config_entries: '配置项',
	configuration_revisions: '配置',
	credits: '积分',
	credit_accounts: '余额',
	credit_operations: '批量积分调整',
	email: '邮件',
	email_config: '邮件设置',
	entitlement_overrides: '权益覆盖值',
	feature_flags: '功能开关',
	feature_flag_overrides: '功能开关覆盖值',
	gateway_config: '网关配置',
	invite_codes: '邀请码',
	identities: '登录身份',
	invitations: '邀请',
	ip_rules: 'IP 规则',
	llm_models: 'LLM 模型',
	llm_providers: 'LLM 提供商',
	mcp_configs: 'MCP 服务器',
	memberships: '成员身份',
	operator_roles: '平台角色',
	org_exports: '组织导出',
	orgs: '组织',
	passkeys: '通行密钥',
	passwords: '密码',
	pauses: '暂停',
	sign_in_requirements: '登录要求',
	scim_tokens: 'SCIM 令牌',
	scim_users: '目录中的人员',
	oidc_connections: 'OpenID 连接',
	plans: '套餐',
	platform_admins: '平台管理员',
	redemption_codes: '兑换码',
	secrets: '凭据',
	service_account_encryption_keys: '加密密钥',
	service_account_keys: '服务账号密钥',
	service_accounts: '服务账号',
	sessions: '会话',
	subscriptions: '订阅',
	tool_providers: '工具提供商',
	unconfirmed_changes: '变更',
	users: '用户',
	webhook_deliveries: 'Webhook 投递',
	webhook_endpoints: 'Webhook 端点',
}

/** What was done to a thing, or to a part of it after a colon. */
const DONE: Record<string, string> = {
	accept: '接受',
	activate: '启用',
	adjust: '调整',
	apply: '应用',
	backfill: '补发',
	bulk_adjust: '为所有组织调整',
	cancel: '取消',
	change: '变更',
	confirm: '确认',
	create: '创建',
	create_batch: '批量创建',
	deactivate: '停用',
	delete: '删除',
	delete_credential: '：已删除密钥',
	end: '结束',
	grant: '授予',
	lift: '解除',
	put: '保存',
	put_credential: '：已保存凭据',
	recover: '恢复',
	redeem: '兑换',
	redeliver: '重新投递',
	redirect: '：已更改地址并沿用密钥',
	register: '注册',
	release: '：已加密发送',
	resend: '重新发送',
	reset: '重置',
	reset_all: '为所有组织重置',
	restore: '恢复',
	revert: '：已还原变更',
	revoke: '移除',
	rotate: '轮换',
	rotate_key: '：已轮换密钥',
	set: '设置',
	update: '更新',
}

const WHOLE: Record<string, string> = {
	'email.test': '已发送测试邮件',
	'invite_codes.reset': '已更换邀请码',
	'passkeys.refuse_copy': '已拒绝通行密钥的副本',
	'passwords.reset_token': '已创建密码重置码',
	'platform_admins.bootstrap': '已创建首位平台管理员',
	'sessions.act_in': '已切换到其他组织',
	'sessions.create': '已登录',
	'sessions.end': '已退出登录',
	'sessions.end_replayed': '令牌被重复使用，会话已结束',
	'oidc_connections.test': '已测试 OpenID 连接',
	'recovery_codes.create': '已生成恢复码',
	'sessions.step_up': '已再次验证身份',
	'totp_keys.disable': '已移除身份验证器',
	'totp_keys.enable': '已添加身份验证器',
	'users.request_verification': '已请求验证邮件',
	'users.reset_second_factor': '已移除第二因素',
	'users.verify_email': '已验证邮箱地址',
}

const words = (name: string) => name.replaceAll('_', ' ')

export const thingText: Texts<typeof en.thingText> = (type) => THINGS[type] ?? words(type)

export const actionText: Texts<typeof en.actionText> = (action) => {
	const [type = '', verb = ''] = action.split('.')
	const thing = thingText(type)
	const done = DONE[verb] ?? words(verb)
	const gap = /^\w/.test(thing) ? ' ' : ''
	return WHOLE[action] ?? (done.startsWith('：') ? `${thing}${done}` : `已${done}${gap}${thing}`)
}
