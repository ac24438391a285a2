import type * as en from '../en/traces.ts'
import type { Texts } from '../texts.ts'

export const traces: Texts<typeof en.traces> = {
	title: '追踪',
	find: {
		hint: '一个请求的全部经过：日志、变更、积分、事件和 Webhook 投递。',
		label_hint: '32 位十六进制数字，可在错误消息、X-Trace-Id 响应头、访问日志或审计日志中找到。',
		action: '打开追踪',
		wrong: '必须是 32 位十六进制数字',
		failed: '失败的请求',
		refused: '被拒绝的请求',
	},
	story: '时间线',
	story_hint: '最早的在前。',
	none: '此追踪没有可显示的内容',
	none_hint: '该请求没有产生您可见的变更，其日志也已过旧，无法在此查询。',
	log_silent: '无法读取访问日志，因此缺少请求本身的记录。请稍后重试。',
	facts: {
		status: '响应',
		agent: '用户代理',
		risk: '风险评分',
	},
	counts: {
		events: '事件',
		deliveries: '投递',
	},
	anonymous: '匿名',
	api_key: '使用 API 密钥',
	risk: (score, reasons) => (reasons ? `${score}：${reasons}` : String(score)),
	ms: (duration) => `${duration} 毫秒`,
	seconds: (duration) => `${duration.toFixed(1)} 秒`,
	minutes: (duration) => `${duration} 分钟`,
	kinds: {
		began: '请求',
		ended: '响应',
		audit: '变更',
		ledger: '积分',
		event: '事件',
		delivery: '投递',
		attempt: '尝试',
	},
	balance: (amount, after) => `${amount}，新余额 ${after}。`,
	attempt: (attempt, status, ms) => `第 ${attempt} 次尝试：${ms} 毫秒后响应 ${status}。`,
	unanswered: (attempt, error, ms) => `第 ${attempt} 次尝试：${ms} 毫秒后仍无响应${error && `（${error}）`}。`,
	event: (type, deliveries) =>
		deliveries === 0 ? `发生 ${type}，没有 Webhook 端点订阅它。` : `发生 ${type}，发往 ${deliveries} 个 Webhook 端点。`,
	delivered: (type, endpoint) => `${type} 发往 ${endpoint}。`,
	delivered_somewhere: (type) => `${type} 发往一个 Webhook 端点。`,
	all_changes: '该对象的全部变更',
	later: (text) => `+${text}`,
}
