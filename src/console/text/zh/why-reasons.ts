import type * as en from '../en/why-reasons.ts'
import type { Why } from '../en/why.ts'

export const codes: Readonly<Record<string, Why>> = {
	'validation.error': ['请求无效。', '请更正响应中指出的字段。'],
	'auth.unauthorized': ['没有有效的访问令牌或 API 密钥。', '请重新登录，或检查密钥是否有效。'],
	'auth.forbidden': ['没有执行此操作的权限。', '请向管理员申请权限。'],
	not_found: ['不存在，或在当前组织中不可见。', '请检查 ID 和当前所在的组织。'],
	method_not_allowed: ['此路径不支持该方法。', '请在 API 参考中查看可用的方法。'],
	conflict: ['与已存储的内容冲突。', '请重新读取后再决定。'],
	precondition_failed: ['读取之后已被修改。', '请重新读取，再执行变更。'],
	payload_too_large: ['请求正文过大。', '请减少一次发送的内容。'],
	rate_limit: ['请求过于频繁。', '请等待一分钟，或减少请求。'],
	internal_error: ['Plinth 内部出错。', '请用追踪 ID 在 Worker 的日志中查找原因。'],
	upstream_error: ['Plinth 调用的其他服务器出错。', '请检查该服务器。'],
	unavailable: ['Plinth 依赖的服务不可用。', '请查看“健康状况”，然后重试。'],
	'run.paused': ['该运行所属的对象已被暂停。', '请解除暂停，或等待其结束。'],
	'budget.exceeded': ['某个预算的剩余额度不足。', '请提高上限，或等待其重置。'],
	'credits.insufficient': ['该组织的积分不足以支付此运行。', '请增加积分。'],
}

const shown = (value: unknown) => (Array.isArray(value) ? value.join('、') : String(value))

/** A sentence with its values. */
export const filled = (text: string, values: Readonly<Record<string, unknown>> = {}): string =>
	text.replaceAll(/（[^（）]*\{[^（）]*）/g, (group) => {
		const names = [...group.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
		if (names.some((name) => values[name] == null)) return ''
		return group.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(values[name]))
	})

/** What an error means, and what helps; nothing for a reason that's newer than this page. Those of signing in load when they're met. */
export async function whyOf(code: string, reason?: string | null): Promise<Why | undefined> {
	if (reason == null) return codes[code]
	const { reasons } = await import('./reasons.ts')
	return reasons[reason] ?? (await import('./sign-in-reasons.ts')).signInReasons[reason]
}

export const errorText: typeof en.errorText = async (code, reason) => {
	const [what, way] = (await whyOf(code, reason)) ?? codes[code] ?? []
	return what === undefined || way === undefined ? undefined : [filled(what), filled(way)]
}
