import type * as en from '../en/org-log.ts'
import type { Texts } from '../texts.ts'

export const orgLog: Texts<typeof en.orgLog> = {
	title: '审计日志',
	hint: '本组织中谁修改了什么，最新的在前。保留 400 天。',
	for_managers: '审计日志仅供所有者和管理员查看',
	empty: '没有匹配的变更',
	empty_hint: '对成员、设置和预算的变更会显示在这里。移除筛选条件或选择其他日期可查看更多。',
	outsider: '组织外的人员',
	outsider_hint: '平台运营人员，或以前的成员。',
	not_revertible: {
		memberships: '要撤销，请在“成员”中重新更改角色或重新邀请。',
		invitations: '要撤销，请在“成员”中撤回邀请或移除成员。',
		orgs: '要撤销，请再次重命名组织。',
		api_keys: '密钥属于凭据。请吊销它，或另建一个。',
	},
	by_platform: '只有平台运营人员可以撤销此变更。',
}
