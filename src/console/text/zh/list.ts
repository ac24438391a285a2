import type { lists as English } from '../en/list.ts'
import type { Texts } from '../texts.ts'

export const lists: Texts<typeof English> = {
	filters: {
		more: '更多筛选',
		apply: '应用',
		remove: (filter) => `移除筛选条件：${filter}`,
		clear: '全部清除',
		nothing: '没有匹配项',
	},
	select: {
		row: (name) => `选择 ${name}`,
		all: '选择本页全部',
		column: '选择',
	},
}
