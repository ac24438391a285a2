import type * as en from '../en/agents.ts'
import type { Texts } from '../texts.ts'

export const agents: Texts<typeof en.agents> = {
	hint: {
		platform: '所有组织的运行中出现的智能体。',
		org: (org) => `${org} 的运行中出现的智能体。`,
	},
	search: '按名称搜索',
	period: { label: '时段', '7': '7 天', '30': '30 天', '90': '90 天' },
	columns: {
		trend: '每日费用',
		budget: '最紧的预算',
	},
	others: '其他名称',
	paused: '已暂停',
	last_run: '最近运行',
	empty: '还没有智能体',
	empty_hint: '写明智能体的运行结束后，该智能体会显示在这里。',
	none: '没有匹配的智能体',
	none_hint: '请换一段名称，或选择更长的时段。',
	empty_page: '本页没有匹配的智能体',
	empty_page_hint: '后面可能还有匹配项，请查看下一页。',
	unused: '最近 30 天没有任何运行使用此名称。',
	pause: { action: '暂停智能体', of: (agent) => `暂停 ${agent}` },
	budgets: {
		title: '预算',
		label: '该智能体的预算',
		used: '已用',
		none: '没有针对智能体的预算',
		none_hint: '预算会在用量超出限制之前停止其运行。',
	},
	page: {
		of: '智能体，属于',
		cost_hint: (cost) => `每次运行 ${cost}`,
		last: '最近一次',
		failed_hint: (count) => `失败 ${count} 次，最近一次`,
		no_failures: '没有失败的运行',
		chart: {
			title: '每日',
			measure: '指标',
			cost: '费用',
			runs: '运行',
			label: (measure) => `每日${measure}`,
		},
		paused: '已暂停',
		paused_by_platform: '已被平台暂停',
		forever: '无期限',
		runs: {
			title: '最新运行',
			all: '全部运行',
			none: '还没有运行',
			old: '最新的 2,000 次运行中没有',
		},
		failures: {
			title: '最近失败',
			all: '全部失败',
			none: '没有失败的运行',
			old: '最新的 2,000 次运行中没有',
		},
	},
}
