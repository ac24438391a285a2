import type * as en from '../en/left-behind.ts'
import type { Texts } from '../texts.ts'

export const leftBehind: Texts<typeof en.leftBehind> = {
	title: '离开者的遗留项',
	hint: '由已离开或已失去相应权限的人或服务账号创建或确认，或是通过等待确认的连接登录后创建。',
	hint_of_person: '由此人创建或确认，此人之后已离开或失去了相应角色。',
	columns: { what: '项目', by: '创建者', next: '处理方式' },
	kinds: {
		oidc_connection: 'OpenID 连接',
		scim_token: 'SCIM 令牌',
		service_account_key: '服务账号的密钥',
		encryption_key: '服务账号的加密密钥',
		invitation: '邀请',
	},
	next: {
		oidc_connection: '确认或删除',
		scim_token: '创建新令牌',
		service_account_key: '轮换或吊销',
		encryption_key: '移除后重新添加',
		invitation: '重新发送或撤回',
	},
	empty: '没有遗留项',
	empty_hint: '有人离开后，其连接、SCIM 令牌和密钥会显示在此处。',
}
