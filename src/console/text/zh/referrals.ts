import type * as en from '../en/referrals.ts'
import type { Texts } from '../texts.ts'

export const referrals: Texts<typeof en.referrals> = {
	hint: '谁邀请了谁。新组织首次运行后，邀请人会获得奖励。',
	columns: { invitee: '新用户', inviter: '邀请人', reward: '奖励', when: '注册时间' },
	rewarded: '已发放',
	unrewarded: '待发放',
	only: (login) => `仅显示 ${login} 邀请的用户`,
	of_one: (login) => `移除筛选条件：邀请人 ${login}`,
	by: (login) => `邀请人：${login}`,
	find: { open: '查看关系树', label: '查看推荐关系树', none: '没有匹配的用户', action: '查看' },
	empty: '还没有推荐关系',
	empty_hint: '使用邀请码注册的用户会显示在这里。',
	tree: {
		title: '推荐关系树',
		hint: '此用户带来的所有人，最多十层。',
		people: '推荐总数',
		people_hint: '直接和间接',
		direct: '直接推荐',
		direct_hint: '使用此用户的邀请码',
		depth: '层级',
		depth_hint: '在此用户之下',
		more: '此关系树不止一页，数字仅统计本页。',
		up: '邀请人',
		collapse: (login) => `${login} 邀请的用户`,
		children: (count) => `邀请了 ${count} 人`,
		empty: '还没有推荐的用户',
		empty_hint: '使用其邀请码注册的用户会显示在这里。',
	},
}
