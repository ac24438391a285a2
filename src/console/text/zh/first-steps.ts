import type * as en from '../en/first-steps.ts'
import type { Texts } from '../texts.ts'

export const firstSteps: Texts<typeof en.firstSteps> = {
	title: '开始使用',
	progress: (done, all) => `已完成 ${done} / ${all}`,
	done: '已完成',
	hide: '隐藏',
	what: '您想做什么',
	purposes: {
		run: '运行智能体',
		sell: '销售积分',
		stop: '停止智能体',
		models: '配置工具与模型',
		guard: '保护组织',
	},
	operations: '操作',
	steps: {
		provider: {
			title: '接入 LLM 提供商',
			text: '密钥和地址保存在此处，智能体向 Plinth 请求模型。',
			action: '添加提供商',
		},
		account: {
			title: '创建服务账号',
			text: '智能体运行时用它的密钥登录，该密钥不能用于其他操作。',
			action: '创建账号',
		},
		run: {
			title: '上报第一次运行',
			text: '运行时向 Plinth 上报每次运行，用量、费用和积分由此得出。Plinth 收到后，此步骤会自动完成。',
			action: '查看方法',
		},
		budget: {
			title: '设置预算',
			text: '超出上限的运行会被拒绝。可以先查看它会拒绝哪些运行。',
			action: '设置预算',
		},
		plan: {
			title: '创建套餐',
			text: '套餐规定组织可以使用什么，以及每月发放多少积分。',
			action: '创建套餐',
		},
		subscription: {
			title: '为组织订阅套餐',
			text: '积分会立即发放，之后每月发放。',
			action: '添加订阅',
		},
		codes: {
			title: '发放积分',
			text: '组织可以用兑换码兑换积分，也可以由您调整余额。',
			action: '创建兑换码',
		},
		told: {
			title: '预算用完时接收通知',
			text: '预算接近或达到上限时，Webhook 端点会收到事件。',
			action: '添加端点',
		},
		pause: {
			title: '尝试一次暂停',
			text: '暂停后，智能体、模型、用户或组织的运行会被拒绝，直到您解除暂停。请在需要之前先熟悉它。',
			action: '打开暂停',
		},
		tool: {
			title: '启用工具提供商',
			text: '所有组织的智能体用它搜索和抓取网页。',
			action: '选择提供商',
		},
		mcp: {
			title: '接入 MCP 服务器',
			text: 'Plinth 会测试连接，智能体可获得它的地址和机密值。',
			action: '添加服务器',
		},
		owner: {
			title: '邀请另一名成员',
			text: '只有一名所有者的组织，在该所有者不在时将无法管理。',
			action: '邀请成员',
		},
		factor: {
			title: '添加通行密钥',
			text: '此后仅凭密码无法登录您的账号。',
			action: '添加通行密钥',
		},
		addresses: {
			title: '限制 IP 地址',
			text: '先试用一分钟：如果规则导致您自己无法登录，会自动回滚。',
			action: '添加规则',
		},
	},
	later: '还没有运行',
	later_hint: '第一次运行之后，用量和费用会显示在这里。',
}
