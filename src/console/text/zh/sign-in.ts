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
}
