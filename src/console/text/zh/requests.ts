import type * as en from '../en/requests.ts'
import type { Texts } from '../texts.ts'

export const requests: Texts<typeof en.requests> = {
	title: '审批',
	one: '审批请求',
	hint: {
		platform: '被平台预算拒绝的运行在此申请更多额度。',
		org: '被组织预算拒绝的运行在此申请更多额度。',
	},
	state: '状态',
	states: { open: '待处理', granted: '已批准', declined: '已拒绝', lapsed: '已过期' },
	empty: '没有待处理的请求',
	empty_hint: '被预算拒绝的运行可以申请更多额度，而不必停止。请求会立即显示在此处。',
	none: '没有请求',
	asks: (who, amounts) => `${who} 申请 ${amounts}`,
	proposes: '一个密钥提议了变更',
	list: (items) => items.join('、'),
	comma: '、',
	units: {
		credits: (_, text) => `${text} 积分`,
		tokens: (_, text) => `${text} 词元`,
		runs: (_, text) => `${text} 次运行`,
	},
	by: '申请者',
	binding: '内部服务',
	lapses: '过期时间',
	refused_by: '拒绝的预算',
	run: '运行',
	waits: '此运行正在等待审批',
	all: '全部请求',
	reason: '理由',
	reason_hint: '可选。申请的账号和所有能查看该请求的人都能看到。',
	decline: {
		action: '拒绝',
		title: '拒绝此请求？',
		done: '已拒绝请求。',
	},
	about: {
		id: 'ID',
		decision: '审批结果',
		by: '审批人',
		at: '时间',
		granted: '批准额度',
		for: {
			run: (amounts) => `${amounts}，仅限此运行`,
			window: (amounts) => `${amounts}，直到窗口结束`,
		},
	},
}
