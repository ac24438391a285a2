import type * as en from '../en/why.ts'
import type { Texts } from '../texts.ts'

const wait = '请按 Retry-After 的时间等待。此限流是部署的一部分，无法在此提高。'

const limits: Record<string, string> = {
	caller: '调用方一分钟内的请求超过 600 个。',
	org: '该组织一分钟内的请求超过 6,000 个。',
	address: '该地址一分钟内未带凭据的请求超过 600 个。',
	sign_in: '该地址一分钟内的登录请求超过 60 个。',
	invitations: '该地址一分钟内打开的邀请超过 60 个。',
	lookups: '该地址一分钟内发送的未知凭据超过 600 个。',
	runtime: '该运行时一分钟内的请求超过 60,000 个。',
	runtime_org: '该运行时一分钟内为此组织发出的请求超过 600 个。',
	applies: '该组织一分钟内应用的文档超过 20 份。',
	org_exports: '该组织一天内的导出次数已达上限。',
	failed_logins: '十分钟内登录失败次数过多。',
	account_requests: '一小时内此类请求过于频繁。',
	invite_code_resets: '24 小时内已更换过邀请码。',
	password_checks: '同一用户的另一个密码正在校验。',
}

export const why: Texts<typeof en.why> = {
	refused: '拒绝原因',
	failed: '失败原因',
	way: '如何放行',
	next: '处理方法',
	trace: '可用追踪 ID 在 Worker 的日志中查找。',
	same: '查看因同一原因被拒绝的全部请求',
	links: {
		rules: (org) => `${org} 的 IP 规则`,
		gateway: '网关设置',
		pauses: '暂停',
		pauses_of: (org) => `${org} 的暂停`,
		budget: '打开预算',
		credits: (org) => `${org} 的积分`,
		members: (org) => `${org} 的成员`,
		programs: '服务账号',
		plan: (org) => `${org} 的套餐和上限`,
		user: (name) => `${name} 的角色`,
		health: '健康状况',
	},
	switches: (org) => `此标签页将切换到 ${org}。`,
	the_org: '该组织',
	the_caller: '调用方',
	by: {
		permission: (name, id, needs) => [
			`调用方没有“${name}”权限（${id}）。`,
			`${needs}。请授予调用方该角色，或使用权限范围包含此权限的 API 密钥。`,
		],
		permission_of_program: (name, id) => [
			`该程序的服务账号没有“${name}”权限（${id}）。`,
			'服务账号的权限在创建时确定。请新建一个具有此权限的服务账号，并让程序使用它的密钥。',
		],
		role: (org) => [`只有 ${org} 的所有者本人登录后可以执行此操作。`, '请由所有者执行，或由所有者将调用方设为所有者。'],
		ip_rule: (rule, org, ip) => [`${org} 的 IP 规则 ${rule} 拦截了 ${ip}。`, '请删除此规则，或改用范围更小的网络。'],
		ip_rules: (org, ip) => [`${org} 只允许部分网络，而 ${ip} 不在其中。`, `请添加允许 ${ip} 的 IP 规则。`],
		gateway: (score, risks) => [
			`风险评分 ${score} 达到或超过网关的阈值${risks && `（${risks}）`}。`,
			'请提高阈值，或消除推高评分的因素，例如缺少用户代理。',
		],
		limit: (name, org) => [`${org} 已达到上限：${name}。`, '请删除不再需要的内容，或通过覆盖值或其他套餐提高上限。'],
		budget: (name) => [`预算 ${name} 的剩余额度不足。`, '请提高上限，或等待其重置。'],
		platform_budget: (name) => [
			`预算 ${name} 由平台设定，只有运营人员可以修改。`,
			'请联系拥有“计费”角色的运营人员，或为组织另建预算。',
		],
		credits: (org) => [`${org} 的余额不足。`, '请增加积分、使用兑换码，或等待套餐每月发放。'],
		pause: (what) => [`已暂停：${what}。`, '请解除暂停，或等待其结束。'],
		platform_pause: (what) => [`平台已暂停：${what}。`, '请联系拥有“运维”角色的运营人员解除暂停，或等待其结束。'],
		rate_limit: (name) => [limits[name] ?? '短时间内请求过于频繁。', wait],
	},
}
