import type * as en from '../en/operators.ts'
import type { roleNames } from '../en/roles.ts'
import type { Texts } from '../texts.ts'

type Role = keyof typeof roleNames

const MAY: Record<Role, string> = {
	admin: '在所有组织中执行任何操作',
	auditor: '查看整个平台',
	support: '修改用户、组织、成员和订阅',
	billing: '修改套餐、积分和预算',
	operations: '平台运维，并修改所有组织的设置',
}

const mayText = (roles: Role[]) => roles.map((role) => MAY[role]).join('；')

export const operators: Texts<typeof en.operators> = {
	hint: '谁拥有哪些平台角色。只有平台管理员可以修改。',
	columns: { operator: '运营人员', roles: '角色', by: '授予人' },
	empty: '没有运营人员',
	empty_hint: '平台管理员可在用户页面授予角色。',
	add: { action: '添加运营人员', hint: '将获得平台角色的用户。按登录名、姓名或邮箱地址搜索。', user: '用户' },
	unknown: '–',
	policy: {
		title: '登录',
		factor: '双重验证',
		demands: { off: '可选', operators: '运营人员必需', all: '所有人必需' },
		state: (demand) => `双重验证：${demand}`,
		hint: '除密码外，还需通行密钥或身份验证器应用。组织所有者也可以要求自己的成员使用。',
		next: '下一步',
		ask: '更改谁需要双重验证？',
		consequences: {
			off: '所有人只用密码即可登录，除非他们已启用双重验证，或其组织要求启用。',
			operators: '运营人员需要通行密钥或身份验证器应用。没有的人在下次登录时添加，已登录的人在 15 分钟内需要添加。',
			all: '所有人都需要通行密钥或身份验证器应用。没有的人在下次登录时添加，已登录的人在 15 分钟内需要添加。',
		},
		submit: '更改',
		done: '已更改谁需要双重验证。',
	},
	roles: {
		action: '平台角色…',
		title: (name) => `${name} 的平台角色`,
		hint: '一个人可以拥有多个角色。没有角色时，只能看到自己的组织。',
		hints: {
			admin: '拥有全部权限，也是唯一可以授予角色的角色。',
			auditor: '可查看运营人员能看到的一切，不能修改。',
			support: '另可修改用户及其会话和密钥、组织、成员、订阅和权益覆盖值。',
			billing: '另可修改套餐、订阅、积分、预算、兑换码与邀请码、权益覆盖值。',
			operations: '另可修改提供商、功能开关、邮件、备份和暂停，以及所有组织的设置。',
		},
		review: '预览…',
		unchanged: '没有变更。',
		ask: (name) => `修改 ${name} 的平台角色？`,
		action_set: '修改角色',
		done: (name) => `已修改 ${name} 的平台角色。`,
		self: '这是您自己的角色。如果您不再是平台管理员，将无法自行撤销。',
		gains: (name, roles) => `${name} 将可以${mayText(roles)}。`,
		sees: (name) => `${name} 还将看到所有组织、用户、运行和日志。`,
		loses: (name, roles) => `${name} 将不能再${mayText(roles)}。`,
		leaves: (name) => `${name} 将只能看到自己的组织。`,
	},
}
