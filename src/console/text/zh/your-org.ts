import type * as en from '../en/your-org.ts'
import type { Texts } from '../texts.ts'

export const yourOrg: Texts<typeof en.yourOrg> = {
	data: { title: '数据', action: '导出或删除' },
	tabs: {
		label: '组织页面',
		overview: '概览',
		members: '成员',
		sign_in: '登录',
		plan: '套餐',
		usage: '用量',
		log: '审计日志',
	},
	about: {
		role: '您的角色',
		no_role: '不是成员',
		owners: '所有者',
	},
	roles: { owner: '所有者', admin: '管理员', member: '成员' },
	articles: { owner: '所有者', admin: '管理员', member: '成员' },
	ask: {
		nobody: '该组织没有所有者。请联系平台运营人员。',
		owners: (names, _) => `请联系所有者：${names}。`,
		loading: '请联系该组织的所有者。',
	},
	rename: {
		title: '重命名此组织',
		hint: '成员会立即看到新名称。ID 保持不变。',
		done: (name) => `组织已重命名为 ${name}。`,
	},
	demands: {
		title: '登录',
		factor: '双重验证',
		required: '必需',
		optional: '可选',
		make_required: '要求双重验证',
		make_optional: '改为可选',
		require: (org) => ({
			title: `要求 ${org} 的成员使用双重验证？`,
			body: '成员需要通行密钥或身份验证器应用才能在此组织中操作。没有的人在下次登录时添加，已登录的人在 15 分钟内需要添加。API 密钥不受影响。',
			action: '要求',
		}),
		lift: (org) => ({
			title: `将 ${org} 的双重验证改为可选？`,
			body: '未启用双重验证的成员只用密码即可登录。',
			action: '改为可选',
		}),
		lifted: '双重验证已改为可选。',
	},
	create: {
		hint: '您将成为其所有者，此标签页会切换到该组织。它有自己的成员、积分和设置。',
	},
	members: {
		of_all: (count) => `${count} 名成员`,
		in_org: (count) => `该组织共 ${count} 名`,
		you: '您',
		member: '成员',
		since: '加入时间',
		empty: '没有更多成员',
		only_managers: '所有者和管理员可以邀请他人并变更角色，成员不可以。',
		menu: (name) => `管理 ${name}`,
		owner_only: '只有所有者可以变更所有者',
		last_owner: '这是最后一名所有者：请先将其他人设为所有者',
		set: {
			action: (role) => `设为${role}`,
			title: (name, role) => `将 ${name} 设为${role}？`,
			done: (name, role) => `已将 ${name} 设为${role}。`,
			means: {
				owner: ['对方可以在该组织执行任何操作。', '对方也可以变更其他所有者，并移除您。'],
				admin: ['对方可以邀请他人、修改设置、查看机密值。', '对方不能变更或移除所有者。'],
				member: ['对方可以使用该组织。', '对方不能邀请他人、修改设置或查看机密值。'],
			},
			voids: '对方发出的、如今无权发出的待接受邀请将失效。',
		},
		remove: {
			action: '移出组织',
			title: (name, org) => `将 ${name} 移出 ${org}？`,
			means: [
				'对方会立即失去对该组织的访问权限。',
				'对方在此创建的 API 密钥会被永久删除，使用这些密钥的程序将停止工作。',
				'对方发出的待接受邀请将失效。',
			],
			done: (name) => `已移除 ${name}。`,
		},
	},
	leave: {
		action: '退出',
		label: (org) => `退出 ${org}`,
		title: (org) => `退出 ${org}？`,
		means: [
			'您会立即失去对该组织的访问权限。',
			'您在此创建的 API 密钥会被永久删除，使用这些密钥的程序将停止工作。',
			'您发出的待接受邀请将失效。',
			'要重新加入，需要该组织的人邀请您。',
		],
		done: (org) => `已退出 ${org}。`,
	},
}
