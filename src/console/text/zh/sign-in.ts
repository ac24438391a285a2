import type * as en from '../en/sign-in.ts'
import type { Texts } from '../texts.ts'

export const signIn: Texts<typeof en.signIn> = {
	title: '登录 Plinth',
	login: '登录名或邮箱地址',
	password: '密码',
	submit: '登录',
	forgot: '忘记密码？',
	register: '创建账号',
	back: '返回登录',
	ended: {
		title: '会话已结束',
		hint: '重新登录即可在此继续。您输入的内容会保留；如果登录的仍是您本人，已提交的请求会重新发送。',
		otherwise: '在新标签页中重置密码，或用其他方式登录',
		leave: '退出登录',
		waiting: (forms: string) => `没有提交任何内容。再次打开以下表单时，之前输入的内容仍在：${forms}。`,
	},
	proof: {
		title: '请确认是您本人',
		hint: '此操作影响重大，而您上次验证身份已有一段时间。',
		submit: '继续',
		leave: '取消',
	},
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
