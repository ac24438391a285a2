import type * as en from '../en/factors.ts'
import type { Texts } from '../texts.ts'

export const factors: Texts<typeof en.factors> = {
	title: '还差一步',
	hint: '您的账号启用了双重验证。',
	passkey: { hint: '浏览器会要求您使用指纹、面容、PIN 码或安全密钥。', submit: '使用通行密钥' },
	totp: { label: '验证码', hint: '身份验证器应用中的六位数字。' },
	recovery_code: { label: '恢复码', hint: '您保存的恢复码之一，每个只能使用一次。' },
	instead: {
		passkey: '改用通行密钥',
		totp: '改用身份验证器应用',
		recovery_code: '改用恢复码',
	},
	required: '继续前往身份提供商',
	none: '此浏览器不支持通行密钥，请换一个浏览器登录。',
	by_passkey: '使用通行密钥',
	with: (name: string) => `使用 ${name} 登录`,
	again: '重新登录',
	again_hint: '您是通过身份提供商登录的。请在那里重新登录，然后再次执行操作。',
	refused: {
		'oidc.inactive': '该账号已停用，或者贵公司的目录显示您已离开。请联系管理者。',
		'oidc.linked': '该身份已关联到其他账号。',
		'oidc.no_account': '没有账号与该身份对应。请用其他方式登录，再将该身份提供商添加到您的账号。',
		'oidc.no_role': '身份提供商能识别您，但您在该组织中没有角色。请联系组织的所有者。',
		'oidc.provider': '身份提供商拒绝了请求，或其响应不可信。请重试，或联系管理该连接的人员。',
		'oidc.required': '那里要求通过另一个身份提供商登录。',
		'oidc.unknown_sign_in': '这次登录已使用过，或已超时。请重新开始。',
	},
}
