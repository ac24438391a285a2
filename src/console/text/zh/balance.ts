import type * as en from '../en/balance.ts'
import type { Texts } from '../texts.ts'

export const balance: Texts<typeof en.balance> = {
	available: (credits) => `可用 ${credits}`,
	unbounded: '运行不设上限',
	held: (available, credits) => `${available}，预占 ${credits}`,
}

export const ledgerTypes: Texts<typeof en.ledgerTypes> = {
	admin_adjustment: '调整',
	admin_bulk_adjustment: '批量调整',
	admin_reset: '批量清零',
	consumption: '用量',
	monthly_grant: '每月发放',
	redemption: '兑换',
	initial_grant: '初始发放',
	referral_reward: '推荐奖励',
	invitee_reward: '受邀奖励',
}
