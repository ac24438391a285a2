import type * as en from '../en/reset.ts'
import type { Texts } from '../texts.ts'

export const reset: Texts<typeof en.reset> = {
	request: {
		title: '重置密码',
		hint: '如果您的账号绑定了邮箱，我们会发送一个一小时内有效的验证码。',
		submit: '发送验证码',
		have: '我已有验证码',
	},
	confirm: {
		title: '设置新密码',
		hint: '请输入邮件中的验证码，或管理员提供的验证码。您将在所有设备上退出登录。',
		code: '验证码',
		password: '新密码',
		password_hint: '8 到 72 个字符，至少包含一个字母和一个数字。',
		keys: '同时删除我的 API 密钥',
		keys_hint: '如果您的账号可能被他人使用过，请勾选。使用这些密钥的程序将停止工作。',
		submit: '修改密码',
		done: '密码已修改。请使用新密码登录。',
	},
}
