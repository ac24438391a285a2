import type { Coded, Words } from '../texts.ts'

type Values = Coded['values']

/** The title of an alert, and its message, by its rule. */
export const ALERTS: Readonly<
	Record<string, readonly [title: string, message: (values: Values, words: Words) => string]>
> = {
	job_late: [
		'有任务延迟',
		({ job, minutes }, { name, number }) => `任务 ${name(job)} 延迟了 ${number(minutes)} 分钟。`,
	],
	verification_failed: [
		'一项检查发现了问题',
		({ job, error }, { name }) => `任务 ${name(job)} 以错误结束：${name(error)}。`,
	],
	backup_old: ['最新的备份已过旧', ({ minutes }, { number }) => `最新的备份是 ${number(minutes)} 分钟前的。`],
	reports_rejected: [
		'运行上报无法写入',
		({ count }, { number }) => `最近 24 小时未能写入的运行上报：${number(count)} 个。`,
	],
	runs_unpriced: [
		'运行因模型没有价格而未计费',
		({ count, models }, { names, number }) =>
			`最近一小时在没有价格的平台模型上的运行：${number(count)} 个。模型：${names(models)}。`,
	],
	database_full: ['数据库空间即将用尽', ({ percent }) => `数据库已超过 D1 容量 10 GB 的 ${String(percent)}%。`],
	webhooks_late: [
		'Webhook 延迟',
		({ minutes, count }, { number }) => `最早到期的 Webhook 已等待 ${number(minutes)} 分钟。到期数：${number(count)}。`,
	],
	archive_behind: [
		'运行归档滞后',
		({ days }, { number }) => `应在存储桶中的运行仍在数据库里，滞后 ${number(days)} 天。`,
	],
	secrets_unreadable: [
		'已存储的机密值无法解密',
		({ count }, { number }) => `部署缺少已存储机密值的加密密钥。机密值：${number(count)} 个。`,
	],
	server_errors: [
		'服务器错误过多',
		({ count }, { number }) => `最近五分钟至少有 ${number(count)} 个响应是服务器错误。`,
	],
}

const ruleOf = (alert: string) => alert.split(':')[0] ?? ''

/** What an alert is called; undefined for a rule that is new. */
export const alertTitle = (alert: string): string | undefined => ALERTS[ruleOf(alert)]?.[0]

/** The message of an alert; undefined for a rule that is new, and for an alert without values. */
export const alertText = (alert: string, values: Values | null, words: Words): string | undefined =>
	values ? ALERTS[ruleOf(alert)]?.[1](values, words) : undefined
