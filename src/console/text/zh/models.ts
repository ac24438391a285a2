import type * as en from '../en/models.ts'
import type { Texts } from '../texts.ts'

export const models: Texts<typeof en.models> = {
	page: '模型',
	hint_page: {
		platform: '所有组织可以使用或随套餐购买的模型及其价格。',
		org: '该组织的运行可以使用的模型及其价格。',
	},
	tabs: { label: '模型分区', prices: '模型', compare: '对比' },
	title: '价格',
	hint_platform: (rate) => `每百万 token。积分按每 USD ${rate} 计算。`,
	columns: {
		model: '模型',
		usd: 'USD，输入 / 输出',
		cache: 'USD，缓存读取 / 写入',
		margin: '倍率',
		credits: '积分，输入 / 输出',
	},
	default: '默认',
	no_price: '没有价格',
	empty: '还没有模型',
	empty_hint: '请先添加提供商，再添加其模型。',
	empty_platform: '请用您的密钥添加提供商，为其模型定价，并放入套餐。',
	unpriced: {
		title: (count) => `${count} 个模型没有价格。`,
		text: (command) => `使用它们的运行只计入运行时上报的费用。请手动或用 ${command} 设置价格；倍率为 0 表示免费。`,
		set: (model) => `为 ${model} 定价`,
	},
	offers: {
		hint: '每百万 token 的积分价格，按选择模型的顺序排列。',
		cache: '积分，缓存读取 / 写入',
		usable: '可用',
		yes: '是',
		needs: '需要套餐',
	},
	steps: {
		title: '后续步骤',
		done: '已完成',
		models: '模型',
		models_hint: '浏览厂商的模型，添加要出售的模型。',
		prices: '价格',
		prices_hint: (command) => `为每个模型设置价格，或用 ${command} 填入。`,
		plans: '套餐',
		plans_hint: '还没有套餐授予：',
		plans_link: '打开套餐',
		plans_open: '没有权益的模型对所有组织开放。填写权益即可随套餐出售。',
	},
}
