import type * as en from '../en/configuration.ts'
import type { Texts } from '../texts.ts'

export const configuration: Texts<typeof en.configuration> = {
	hint: '全部设置合为一份 JSON 文档。可以导出、规划变更、一步应用，或恢复到较早的版本。',
	owner: {
		label: '配置归属',
		other: '其他组织',
		title: '选择组织',
		show: '打开',
	},
	tabs: { label: '视图', export: '文档', change: '编辑', revisions: '版本' },
	document: {
		title: '文档',
		hint: '使用名称而非 ID，不含时间戳和机密值，因此可以应用到其他实例。',
		label: 'JSON 配置',
		copy: '文档',
		download: '下载',
		lines: (count) => `${count} 行`,
	},
	edit: {
		title: '新文档',
		hint: '未写出的部分和机密值保持不变。',
		label: '文档',
		mode: '文档中没有的项目',
		merge: '保留',
		plan: '规划变更',
		reset: '重置为当前配置',
		not_json: (message) => `必须是有效的 JSON：${message}`,
		not_object: '必须是由各部分组成的对象，与导出格式相同',
		wrong: '文档中有无效的字段',
		changed_since: '此规划之后您又修改了文档。应用之前请重新规划。',
	},
	plan: {
		title: '计划的变更',
		restore_title: '恢复后的变更',
		none: '没有变更',
		none_hint: '当前配置已与此文档一致。',
		empty: '还没有规划',
		empty_hint: '编辑文档或粘贴另一份。应用之前会显示每一项变更。',
		counts: (create, update, remove) =>
			(
				[
					[create, '创建'],
					[update, '更新'],
					[remove, '删除'],
				] as const
			)
				.filter(([count]) => count !== 0)
				.map(([count, text]) => `${text} ${count} 项`)
				.join('，'),
		actions: { create: '创建', update: '更新', delete: '删除' },
		warnings: '应用之前请注意',
		more: (count) => `再显示 ${count} 项变更`,
	},
	apply: {
		action: '应用',
		title: (owner) => `将此文档应用到${owner}？`,
		body: (counts) => `${counts}。所有变更要么全部应用，要么全不应用，并产生一个新版本。`,
		typed: (count) => `删除 ${count} 项`,
		done: (revision) => (revision === null ? '没有需要变更的内容。' : `已应用版本 ${revision}。`),
		platform: '平台',
	},
	revisions: {
		title: '版本',
		hint: '每次应用都会产生一个版本。保留最近 1,000 个。',
		number: '版本',
		kinds: { apply: '应用', restore: '恢复', found: '快照' },
		restored_from: (number) => `自版本 ${number}`,
		found_hint: '逐项修改过的设置的快照，在被下一个版本替换之前保存。',
		empty: '还没有版本',
		empty_hint: '首次应用会产生一个版本。逐项的修改记录在审计日志中。',
		system: 'Plinth',
	},
	revision: {
		title: (number) => `版本 ${number}`,
		hash: '哈希值',
		restore: '恢复',
		restore_title: (number) => `恢复到版本 ${number}？`,
		restore_body: (counts) => `${counts}。这会产生一个新版本，因此之后还可以再恢复回来。`,
		same: '当前配置已与此版本一致。',
	},
}
