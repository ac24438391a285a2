import type * as en from '../en/invite-codes.ts'
import type { Texts } from '../texts.ts'

export const inviteCodes: Texts<typeof en.inviteCodes> = {
	hint: '用他人的邀请码注册，即成为其推荐的用户。',
	own: {
		title: '我的邀请码',
		hint: '分享给想邀请的人。对方在注册时输入，或直接打开链接。',
		code: '邀请码',
		link: '链接',
		uses: (used, most) => `${used} / ${most} 次`,
		unlimited: (used) => `${used} 次，不限次数`,
		replace: {
			action: '更换',
			title: '更换邀请码？',
			body: '当前的邀请码会立即失效，您会得到一个新的。每 24 小时只能更换一次。',
			done: '已创建新的邀请码。',
		},
	},
	all: '全部邀请码',
	search: '按邀请码、登录名或邮箱搜索',
	columns: { code: '邀请码' },
	uses: (used, most) => `${used} / ${most}`,
	unlimited: (used) => `${used}，不限次数`,
	left: (left, most) => `还剩 ${left} 次，共 ${most} 次`,
	no_limit: '无上限',
	states: { usable: '有效', used: '已用完', inactive: '已停用' },
	empty: '没有匹配的邀请码',
	empty_hint: '用户首次查看自己的邀请码时会自动生成。',
	facts: {
		code: '邀请码',
		tree: '查看推荐关系树',
	},
	form: {
		title: '限制',
		saved: '已保存邀请码。',
	},
	fields: {
		max_uses: '最大使用次数',
		max_uses_hint: '不能低于已使用的次数。',
		typed_zero:
			'必须大于等于 1，因为 0 会取消上限。要停用邀请码，请取消勾选“允许新用户注册”；要取消上限，请勾选“不限”。',
		is_active: '允许新用户注册',
	},
	invited: {
		title: '所有者推荐的用户',
		reward: '奖励',
		rewarded: '已发放',
		waiting: '待发放',
		when: '注册时间',
		empty: '还没有推荐的用户',
		empty_hint: '使用此所有者的邀请码注册的用户会显示在这里。',
	},
}
