import type * as en from '../en/entitlements.ts'
import type { Texts } from '../texts.ts'

export const entitlements: Texts<typeof en.entitlements> = {
	title: '权益',
	hint: '该组织目前可使用的权益，以及每个值的来源。',
	columns: { source: '来源' },
	unlimited: '不限',
	sources: { override: '覆盖值', plan: '套餐', default: '默认值' },
	empty: '没有权益',
	usual: '没有套餐和覆盖值',
	override: (name) => `为此组织覆盖“${name}”`,
	overrides: {
		title: '覆盖值',
		hint: '在过期之前优先于套餐。',
		columns: { by: '设置人' },
		empty: '没有覆盖值',
		empty_hint: '该组织使用其套餐和平台默认值。',
		add: '添加覆盖值',
		change: (name) => `编辑“${name}”的覆盖值`,
		done: (name) => `已保存“${name}”的覆盖值。`,
		fields: {
			reason_hint: '让同事知道为什么设置它。',
			expires_hint: '可选。按您所在的时区。',
		},
		remove: {
			label: (name) => `删除“${name}”的覆盖值`,
			title: (name, org) => `删除 ${org} 的“${name}”覆盖值？`,
			body: '该组织将立即恢复使用套餐或平台默认值。',
			done: (name) => `已删除“${name}”的覆盖值。`,
		},
	},
	types: { integer: '整数', boolean: '是或否', string: '文本' },
}
