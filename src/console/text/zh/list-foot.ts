import type * as en from '../en/list-foot.ts'
import type { Texts } from '../texts.ts'

export const listFoot: Texts<typeof en.listFoot> = {
	pages: {
		label: '分页',
		first: '第一页',
		previous: '上一页',
		next: '下一页',
		rows: '每页行数',
		range: (first, last) => `${first}–${last}`,
		range_of: (first, last, total) => `${first}–${last}，共 ${total}`,
	},
	download: {
		action: '下载 CSV',
		title: '正在下载列表',
		hint: (most) => `当前筛选条件下的所有行，最多 ${most} 行。`,
		label: '已读取的行',
		reading: (count) => `已读取 ${count} 行`,
		naming: (count) => `共 ${count} 行，正在读取名称…`,
		stop: '停止',
		stopped: (count) => `读取 ${count} 行后停止`,
		stopped_hint: '文件到此为止，不含其余的行。',
		discard: '放弃',
		save: (count) => `下载 ${count} 行`,
		done: (count) => `已下载 ${count} 行。`,
		one: '已下载 1 行。',
		cut: (count) => `已下载前 ${count} 行，这是一个文件的上限。要下载其余的行，请缩小筛选范围。`,
		failed: '无法读取列表。',
	},
}
