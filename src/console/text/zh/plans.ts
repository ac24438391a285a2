import type * as en from '../en/plans.ts'
import type { Texts } from '../texts.ts'

export const plans: Texts<typeof en.plans> = {
	hint: {
		platform: '可供组织订阅的权益组合。',
		org: '可选的套餐。如需更换，请联系平台管理员。',
	},
	columns: { subscribers: '订阅组织' },
	empty: '还没有套餐',
	empty_hint: {
		platform: '创建一个套餐，然后为组织订阅。',
		org: '您的组织使用平台默认值。',
	},
	yours: '当前套餐',
	unlimited: '不限',
	yes: '是',
	no: '否',
	create: {
		action: '新建套餐',
		title: '新建套餐',
		name_hint: '供 API 使用，例如 team-monthly。创建后不能更改。',
		display_name: '显示名称',
		copy_none: '不带权益（稍后添加）',
		copy_of: (plan) => `从 ${plan} 复制`,
		done: (plan) => `已创建 ${plan}。`,
	},
	facts: {
		subscribers: '订阅组织',
		subscribers_of: (_, text) => `${text} 个组织正在使用此套餐`,
		all: '查看全部订阅',
		later: (text) => `${text} 个尚未开始`,
	},
	edit: {
		display_name: '显示名称',
		key: '权益',
		type: '类型',
		value: '值',
		add: '添加权益',
		remove: (name) => `移除“${name}”`,
		remove_new: '移除此行',
		empty: '还没有权益。',
		action: '保存',
		review: '预览并保存',
		ask: (plan) => `修改 ${plan}？`,
		body: (count, text) =>
			count === 0 ? '目前没有组织使用此套餐。' : `${text} 个组织正在使用此套餐，新的值会立即生效。`,
		done: (plan) => `已更新 ${plan}。`,
		unchanged: '没有需要保存的修改。',
	},
	comparison: '各套餐的权益',
	grants: { none: '没有权益' },
	remove: {
		body: '只能删除从未被任何组织订阅过的套餐。',
	},
}
