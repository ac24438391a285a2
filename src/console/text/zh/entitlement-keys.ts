import type * as en from '../en/entitlement-keys.ts'
import type { Texts } from '../texts.ts'

export const entitlementKeys: Texts<typeof en.entitlementKeys> = {
	zero: (meaning) => `0 或更小：${meaning}。`,
	misfit: '被忽略',
	misfit_hint: '此值与该权益的类型不符，因此不起作用。',
}

export const unlimited: Texts<typeof en.unlimited> = {
	label: '不限',
	typed_zero: '必须大于等于 1，因为 0 会取消上限。要停用组织，请暂停它；要取消上限，请勾选“不限”。',
}
