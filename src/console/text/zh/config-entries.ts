import type * as en from '../en/config-entries.ts'
import type { Texts } from '../texts.ts'

export const configEntries: Texts<typeof en.configEntries> = {
	hint: '平台级设置，每个以点分隔的键对应一个文本值。',
	defaults: { title: '使用默认值', hint: '没有配置项设置的键。' },
	columns: { meaning: '作用' },
	secret: '已隐藏',
	empty: '还没有配置项',
	empty_hint: '权益默认值和旧版工具设置保存在这里。',
	create: {
		action: '新建配置项',
		title: '新建配置项',
		taken: '此键已存在。请直接编辑它。',
		done: (key) => `已创建 ${key}。`,
	},
	fields: {
		key: '键',
		key_hint: '以点分隔的小写单词。以 _key、secret、token 或 password 结尾的键，其值会保持隐藏。',
		value: '值',
	},
	edit: {
		title: '编辑',
		action: '保存',
		ask: (key) => `修改 ${key}？`,
		body: '五秒内在所有组织生效。',
		done: (key) => `已保存 ${key}。`,
	},
	remove: {
		body: '读取此配置项的功能将使用内置默认值。',
	},
}
