import type { Coded, Told, Words } from '../texts.ts'
import { thingText } from './actions.ts'
import { alertText, alertTitle } from './alerts.ts'

type Values = Coded['values']

const ADVICE = '如果不是您本人操作，请修改密码并结束所有会话。'
const PASSWORD_ALONE = '现在仅凭密码即可登录。请重新添加双重验证，并生成新的恢复码。'
const FACTOR_RESET = '运营人员移除了双重验证'
const RESET = '运营人员可以设置新密码'
const EMAIL_SET = '运营人员更改了邮箱'
const YOUR_PLACE = '运营人员更改了您在组织中的角色'
const MEMBERS = '运营人员变更了您组织的成员'
const DEACTIVATED = '目录停用了您组织中的一人'

const ROLES: Record<string, string> = { owner: '所有者', admin: '管理员', member: '成员' }
const roleOf = (role: unknown) => ROLES[String(role)] ?? String(role)

const SCOPES: Record<string, string> = {
	org: '组织',
	user: '用户',
	agent: '智能体',
	model: '模型',
	provider: '提供商',
	api_key: 'API 密钥',
}
const scopeOf = (scope: unknown) => SCOPES[String(scope)] ?? String(scope)

const HOLDERS: Record<string, string> = {
	llm_provider: 'LLM 提供商',
	mcp_config: 'MCP 服务器',
	mcp_environment: 'MCP 服务器环境变量',
	tool_provider: '工具提供商',
	email: '邮件配置',
	legacy_entries: '旧配置项',
}

/** A sentence about a list that may be empty. */
const ifAny = (list: unknown, said: string) => (Array.isArray(list) && list.length > 0 ? said : '')

const waiting = (connections: unknown, { names }: Words) =>
	ifAny(connections, `在您确认之前，这些连接最多只授予成员角色：${names(connections)}。`)

const refused = (users: unknown, { names }: Words) => ifAny(users, `它被拒绝停用：${names(users)}。`)

function redirected(key: Values, { name }: Words): string {
	const holder = String(key.holder)
	const whose = `${HOLDERS[holder] ?? holder}${key.name ? ` ${name(key.name)} ` : ''}`
	const address = key.host
		? ` ${name(key.host)}`
		: key.default_of
			? ` ${name(key.default_of)} 的默认地址`
			: '其默认地址'
	const host = holder === 'mcp_environment' ? '另一个命令' : address
	return `${whose}已存储的密钥现在会发送到${host}。`
}

const disabled = (why: string): Told => [
	'一个 Webhook 端点已停用',
	`${why}Plinth 会保留新事件而不发送，您之后可以恢复它们。`,
]

const paused = ({ scope, subject, reason }: Values, { name }: Words) =>
	`${scope === 'platform' ? '全部运行' : `${scopeOf(scope)} ${name(subject)}`}：${name(reason)}`

const UNITS: Record<string, (taken: string, limit: string) => string> = {
	credits: (taken, limit) => `已用 ${taken} 积分，上限为 ${limit} 积分。`,
	tokens: (taken, limit) => `已用 ${taken} token，上限为 ${limit} token。`,
	runs: (taken, limit) => `已有 ${taken} 次运行，上限为 ${limit} 次。`,
}

function budget({ name: budgetName, scope, subject, taken, limit, unit }: Values, { name, number }: Words): string {
	const whom = scope === 'org' ? '' : `（${scopeOf(scope)} ${name(subject)}）`
	return `预算 ${name(budgetName)}${whom}：${UNITS[String(unit)]?.(number(taken), number(limit)) ?? ''}`
}

const DONE: Record<string, string> = { created: '创建', deleted: '删除', changed: '更改' }
const WHY: Record<string, string> = {
	late: '而您没有及时确认。',
	early: '但在确认之前被终止。',
	nobody: '但无人确认。',
}

function unconfirmed({ target_type, thing: _, names: called, done, why }: Values, { names }: Words): string {
	const what = [thingText(String(target_type)), ...(Array.isArray(called) && called.length > 0 ? [names(called)] : [])]
	return `${what.join(' ')} 已${DONE[String(done)] ?? ''}，${WHY[String(why)] ?? ''}`
}

const alert = (title: string, { name, title: english, message, values }: Values, words: Words): Told => [
	`${title}：${alertTitle(String(name)) ?? String(english)}`,
	alertText(String(name), values as Values | null, words) ?? String(message),
]

/** What Plinth says in its notices, by their codes: the title and the body. */
export const NOTICES: Readonly<Record<string, (values: Values, words: Words) => Told>> = {
	totp_enabled: () => ['您的账号添加了身份验证器应用', `从现在起，登录需要输入它的验证码。${ADVICE}`],
	totp_disabled: () => ['您的账号移除了身份验证器应用', `登录不再需要它的验证码。${ADVICE}`],
	passkey_added: () => [
		'您的账号添加了通行密钥',
		'从现在起可以用它登录，仅凭密码不能再登录。如果不是您本人操作，请移除它，修改密码，并结束所有会话。',
	],
	passkey_removed: () => ['您的账号移除了通行密钥', ADVICE],
	second_factor_failed: () => [
		'您的双重验证输错了五次',
		'尝试的人知道您的密码，或持有您的某个会话。如果不是您本人，请修改密码并结束其他会话。',
	],
	second_factor_reset: () => [FACTOR_RESET, PASSWORD_ALONE],
	second_factor_reset_of: ({ user }, { name }) => [FACTOR_RESET, `${name(user)} 现在仅凭密码即可登录。`],
	second_factor_reset_by_deployment: () => ['有部署权限的人移除了双重验证', PASSWORD_ALONE],
	password_sign_in_on: () => ['密码登录已重新启用', ADVICE],
	password_sign_in_off: () => [
		'密码登录已停用',
		'请使用通行密钥登录。如果不是您本人操作，请重新开启密码登录，并结束所有会话。',
	],
	password_reset_mailed: () => [
		'重置密码的代码已发送到您的邮箱',
		'您是唯一的平台管理员，没有其他人可以给您链接。请再指定一位平台管理员，此后不再邮寄这种代码。',
	],
	password_reset_made: () => [
		RESET,
		'运营人员生成了重置您密码的一次性令牌。如果不是您要求的，请询问是谁要求的，并修改密码。',
	],
	password_reset_made_of: ({ user }, { name }) => [
		RESET,
		`运营人员为 ${name(user)} 生成了一次性令牌，可用来设置新密码。`,
	],
	password_reset_by_deployment: () => [
		'有部署权限的人可以设置新密码',
		'有权部署此实例的人生成了重置您密码的一次性令牌。如果您不知道是谁，请检查谁能访问其账户。',
	],
	email_changed: () => ['您的邮箱已更改', '如果不是您本人操作，请修改密码，结束所有会话，并重新设置邮箱。'],
	email_set: () => [EMAIL_SET, '运营人员设置了您账号的邮箱。如果不是您要求的，请询问是谁要求的。'],
	email_set_of: ({ user }, { name }) => [EMAIL_SET, `${name(user)} 的邮箱已由运营人员更改。`],
	email_taken: ({ email }, { name }) => [
		'您的账号不再有邮箱',
		`您没有验证 ${name(email)}，而拥有其域名的公司表示它属于其他人。如果它是您的，请通过您的公司登录。`,
	],
	api_key_created: ({ name: key }, { name }) => [
		'您的账号新建了一个 API 密钥',
		`密钥 ${name(key)} 在删除之前可以执行其权限范围内的操作，即使您已退出登录。如果不是您创建的，请删除它，修改密码，并结束所有会话。`,
	],
	api_keys_idle: ({ keys }, { names }) => [
		'您的部分密钥即将失效',
		`这些密钥是您通过身份提供商登录时创建的，一周后失效：${names(keys)}。再次通过它登录，密钥即继续有效。无人值守的程序更适合使用服务账号。`,
	],
	org_inherited: ({ orgs }, { names }) => [
		'您现在是一个组织的所有者',
		`最后一位所有者已被删除。${names(orgs)} 现在归您所有。`,
	],
	org_without_owner: ({ orgs }, { names }) => [
		'有组织没有所有者',
		`最后一位所有者已被删除，只有运营人员可以继承：${names(orgs)}。请指定一位所有者。`,
	],
	org_restored: ({ org, connections, accounts }, words) => [
		'您的组织已恢复',
		`${words.name(org)} 已恢复，其邀请已作废。${waiting(connections, words)}${ifAny(accounts, `以下服务账号及其密钥重新生效，请终止不再需要的：${words.names(accounts)}。`)}`,
	],
	membership_ended: ({ org }, { name }) => [YOUR_PLACE, `${name(org)}：您不再是成员。`],
	membership_role: ({ org, role }, { name }) => [YOUR_PLACE, `${name(org)}：您现在的角色是${roleOf(role)}。`],
	member_removed: ({ user }, { name }) => [MEMBERS, `${name(user)} 已被移除。`],
	member_role: ({ user, role }, { name }) => [MEMBERS, `${name(user)} 现在是成员，角色为${roleOf(role)}。`],
	member_joined: ({ user, role }, { name }) => [MEMBERS, `${name(user)} 已加入，角色为${roleOf(role)}。`],
	first_role: ({ user, was_reached }, { name }) => [
		'有人成为运营人员',
		`${name(user)} 获得了第一个平台角色。其会话已结束${was_reached ? '，他人接触该账号之后添加的内容也已失效' : ''}。`,
	],
	roles_unread: ({ connection, claim, user }, { name }) => [
		'身份提供方没有说明运营人员的角色',
		`${name(connection)} 没有为 ${name(user)} 提供声明 ${name(claim)}，因为它过长。其角色在最近一次说明角色的登录之后保留一次会话的时间。请让提供商少发送一些群组。`,
	],
	left_behind: ({ user, connections, tokens, accounts }, words) => [
		'有人不再有决定权，留下的事项由您处理',
		[
			`${user ? `${words.name(user)} ` : '一名已删除的用户'}在这里不再有决定权。`,
			waiting(connections, words),
			ifAny(tokens, `这些 SCIM 令牌只能读取和停用成员，并将在 14 天后失效，请新建：${words.names(tokens)}。`),
			ifAny(accounts, `此人见过这些服务账号的密钥，请轮换或终止：${words.names(accounts)}。`),
		].join(''),
	],
	deactivation_refused: ({ user, connection }, { name }) => [
		'目录无权停用某人',
		`${name(connection)} 的目录表示 ${name(user)} 应当离开。其 SCIM 令牌只能停用由它添加的普通成员。请自行移除此人，并新建令牌。`,
	],
	scim_token_ended: ({ connection, refused: users }, words) => [
		'SCIM 令牌已失效',
		`${words.name(connection)} 的目录已无法连接 Plinth，因为创建其令牌的人不再有决定权。请新建令牌。${refused(users, words)}`,
	],
	scim_token_ending: ({ connection, ends_on, refused: users }, words) => [
		'SCIM 令牌即将失效',
		`${words.name(connection)} 的目录需要在 ${String(ends_on)} 之前换用新的 SCIM 令牌：创建者不再有决定权。${refused(users, words)}`,
	],
	admin_deactivated: ({ user }, { name }) => [DEACTIVATED, `${name(user)} 曾是平台管理员。目录已终止其访问权限。`],
	owner_deactivated: ({ user }, { name }) => [DEACTIVATED, `${name(user)} 曾是所有者。目录已终止其访问权限。`],
	encryption_key_added: ({ account }, { name }) => [
		'已添加加密密钥',
		`服务账号 ${name(account)} 的凭据现在可以用另一个密钥解密。`,
	],
	encryption_key_removed: ({ account }, { name }) => [
		'已移除加密密钥',
		`服务账号 ${name(account)} 的凭据不再为其中一个密钥加密。`,
	],
	key_redirected: ({ keys, more }, words) => [
		'已存储的密钥现在会发送到另一个地址',
		`${Array.isArray(keys) ? keys.map((key: Values) => redirected(key, words)).join('') : ''}${more ? `另有 ${words.number(more)} 个也是如此。` : ''}`,
	],
	email_config_changed: () => [
		'邮件的发送方式已更改',
		'有人更改了邮件设置中的服务器或发件人。掌握该服务器的人可以读取这些邮件中的代码。',
	],
	code_redeemed: ({ user, code_type, org, value }, { name }) => [
		'有运营人员兑换了兑换码',
		`${name(user)} 为 ${name(org)} 兑换了一个类型为 ${name(code_type)} 的兑换码，面值：${name(value)}`,
	],
	run_asks: ({ run, reason }, { name }) => ['有运行请求追加额度', `预算拒绝了 ${name(run)}。理由：${name(reason)}`],
	key_proposes: ({ call }, { name }) => ['有密钥提议了一项变更', `${name(call)}。批准之前不会执行。`],
	pause_set: (pause, words) => [
		'平台暂停了运行',
		`${paused(pause, words)}${pause.until ? `（至 ${words.time(pause.until)}）` : ''}`,
	],
	pause_lifted: (pause, words) => ['平台解除了一项暂停', paused(pause, words)],
	webhook_endpoint_gone: ({ url }, { name }) => disabled(`${name(url)} 返回了 410。`),
	webhook_endpoint_failing: ({ url }, { name }) => disabled(`${name(url)} 连续五天的所有尝试都失败了。`),
	budget_exceeded: (values, words) => ['一项预算拒绝了一次运行', budget(values, words)],
	budget_threshold: (values, words) => [`一项预算已达到上限的 ${String(values.percent)}%`, budget(values, words)],
	change_reverted: (change, words) => ['一项未确认的变更已回滚', `${unconfirmed(change, words)}一切恢复如前。`],
	change_not_reverted: (change, words) => [
		'一项未确认的变更未能回滚',
		`${unconfirmed(change, words)}它没有被回滚，因为之后又有其他变更。`,
	],
	alert_opened: (values, words) => alert('告警', values, words),
	alert_ended: (values, words) => alert('告警已结束', values, words),
}
