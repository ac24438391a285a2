import type * as en from '../en/feature-flags.ts'
import type { Texts } from '../texts.ts'

export const featureFlags: Texts<typeof en.featureFlags> = {
	hint: '为所有人或个别组织开启或关闭智能体的功能。',
	columns: { key: '开关' },
	on: '开',
	off: '关',
	empty: '还没有功能开关',
	empty_hint: '创建一个，然后在智能体运行时中求值。',
	create: {
		action: '新建开关',
		title: '新建功能开关',
		key_hint: '以点分隔的小写单词，例如 research.deep_mode。创建后不能更改。',
		value: '默认开启',
		done: (key) => `已创建 ${key}。`,
	},
	turn: {
		action: (on) => (on ? '开启' : '关闭'),
		title: (key, on) => `为所有人${on ? '开启' : '关闭'} ${key}？`,
		body: '五秒内在所有没有覆盖值的组织生效。',
		done: (key, on) => `已${on ? '开启' : '关闭'} ${key}。`,
	},
	remove: {
		body: '其覆盖值也会一并删除。仍在对此开关求值的代码会得到 404。',
	},
	overrides: {
		title: '组织覆盖值',
		hint: '有自己的值的组织。',
		empty: '没有覆盖值',
		empty_hint: '所有组织都使用默认值。',
		add: '添加覆盖值',
		value_label: '对此组织开启',
		done: '已保存覆盖值。',
		flip: (on) => (on ? '开启' : '关闭'),
		remove: (org) => `删除 ${org} 的覆盖值`,
		removed: '已删除覆盖值。',
	},
}
