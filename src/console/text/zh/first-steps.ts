import type * as en from '../en/first-steps.ts'
import type { Texts } from '../texts.ts'

export const firstSteps: Texts<typeof en.firstSteps> = {
	title: '开始使用',
	progress: (done, all) => `已完成 ${done} / ${all}`,
	done: '已完成',
	hide: '隐藏',
	provider: {
		title: '接入 LLM 提供商',
		text: '密钥和地址保存在此处，智能体向 Plinth 请求模型。',
		action: '添加提供商',
	},
	plan: {
		title: '创建套餐',
		text: '套餐规定组织可以使用什么，以及每月发放多少积分。',
		action: '创建套餐',
	},
	key: {
		title: '创建 API 密钥',
		text: '智能体运行时用它登录。',
		action: '创建密钥',
	},
	run: {
		title: '上报第一次运行',
		text: '运行时向 Plinth 上报每次运行，用量、费用和积分由此得出。',
		action: '查看方法',
	},
	later: '还没有运行',
	later_hint: '第一次运行之后，用量和费用会显示在这里。',
}
