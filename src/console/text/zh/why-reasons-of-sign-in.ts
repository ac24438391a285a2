import type * as en from '../en/why-reasons-of-sign-in.ts'
import type { Texts } from '../texts.ts'

export const reasons: Texts<typeof en.reasons> = {
	'access.invalid_assertion': [
		'请求中没有有效的 Cloudflare Access 断言。',
		'请通过受 Cloudflare Access 保护的地址打开控制台，并在那里登录。',
	],
	'access.not_set_up': ['此部署未配置 Cloudflare Access。', '请由运营人员设置相应的变量。'],
	'identities.last': ['这是登录该账号的唯一方式。', '请先设置密码，或添加其他身份提供商。'],
	'oidc.inactive': [
		'该账号已停用，或者公司的目录显示此人已离开。',
		'平台管理员可以重新启用账号，目录可以重新启用此人。',
	],
	'oidc.linked': ['该身份已关联到其他账号。', '请先用该身份登录，并在那个账号中取消关联。'],
	'oidc.no_account': [
		'没有账号与该身份对应，且该连接无法创建账号。',
		'请验证此人邮箱的域名，或由其本人在账号中添加该身份提供商。',
	],
	'oidc.no_role': [
		'身份提供商能识别此人，但该连接没有给出此人在组织中的角色。',
		'请将其某个群组映射到角色，或为连接设置默认角色。',
	],
	'oidc.provider': [
		'身份提供商拒绝了请求、没有响应，或其响应不可信。',
		'请测试该连接，其中也会显示上次登录失败的原因。',
	],
	'second_factor.not_tried': [
		'自提出该要求以来，您还没有使用第二重验证登录。',
		'请在另一个窗口使用第二重验证登录，然后再确认此更改。',
	],
	'oidc.not_tried': ['确认者在此之后还没有通过该连接登录。', '请在另一个窗口通过该连接登录，然后再确认此更改。'],
	'oidc.required': [
		'要在该组织中操作，必须通过身份提供商登录。',
		'请通过身份提供商登录，或切换到其他组织。所有者或平台管理员可以取消该要求。',
	],
	'oidc.through_org': ['此人通过组织的身份提供商登录，只能在该组织内操作。', '请用自己的方式登录后再执行。'],
	'oidc.unknown_sign_in': ['此浏览器没有发起过这次登录，或登录已使用过、已超过十分钟。', '请重新开始登录。'],
}
