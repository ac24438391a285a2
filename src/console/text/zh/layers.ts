import type * as en from '../en/layers.ts'
import type { Texts } from '../texts.ts'

export const layers: Texts<typeof en.layers> = {
	of: { platform: '平台', org: '自有' },
	sold: '所属套餐',
	everyone: '所有组织',
	no_plan: '尚无套餐',
	names: (names) => names.join('、'),
	entitlement_hint: '只有套餐或覆盖值授予此权益的组织才能使用。留空则所有组织都能使用。',
}
