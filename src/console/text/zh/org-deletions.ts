import type * as en from '../en/org-deletions.ts'
import type { Texts } from '../texts.ts'

export const orgDeletions: Texts<typeof en.orgDeletions> = {
	title: '删除此组织',
	hint: '删除后任何人都不能再在其中操作。平台运营人员可在 30 天内恢复，之后数据将被永久抹除。',
	action: '删除组织',
	may_not: '需要角色：本组织的所有者或平台管理员',
	only_org: '这是您的个人组织，也是您唯一的组织。请先创建另一个组织，或联系平台管理员删除您的账号。',
	body: '30 天内平台运营人员可以完整恢复它。之后数据将被抹除，任何人都无法找回。运行和流水会去除名称后留作账务记录。',
	own_last: '您不属于其他组织，因此会被退出登录，在有人将您加入组织之前无法登录。',
	ends: {
		title: '立即停止的内容',
		loading: '正在统计受影响的内容…',
		members: (count) => `${count} 名成员失去访问权限`,
		losers: (names, more) =>
			`没有其他组织可去：${names}${more > 0 ? `以及另外 ${more} 人` : ''}。在有人将其加入组织之前，他们无法登录。`,
		keys: (count) => `${count} 个 API 密钥停止工作`,
		endpoints: (count) => `${count} 个 Webhook 端点不再收到事件`,
		runs: (count) => `${count} 次进行中的运行被停止`,
		exports: '其导出文件会被删除。请先下载需要的文件',
	},
	done: (name) => `已删除 ${name}。30 天内可以恢复。`,
	list: {
		title: '已删除的组织',
		hint: '已删除的组织可在 30 天内恢复，之后数据会被抹除。',
		empty: '没有已删除的组织',
		nameless: '已抹除的组织',
		with_user: '已删除用户的个人组织',
		columns: { by: '删除人', deleted: '删除时间', erase: '抹除时间' },
		with_their_user: '随其用户',
		gone: '已永久抹除',
		erasing: '已满 30 天',
		bound_to_user: '随其用户一并删除',
	},
	restore: {
		action: '恢复',
		label: (name) => `恢复 ${name}`,
		title: (name) => `恢复 ${name}？`,
		body: '组织会完整恢复：成员、API 密钥、Webhook 和设置重新生效。其导出文件不会恢复。',
		done: (name) => `已恢复 ${name}。`,
		may_not: '需要角色：客服',
	},
}
