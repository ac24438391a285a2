import type * as en from '../en/enrol.ts'
import type { Texts } from '../texts.ts'

export const enrol: Texts<typeof en.enrol> = {
	title: '启用双重验证',
	hint: '您的账号需要先启用双重验证才能登录，只需一分钟。',
	passkey: '添加通行密钥',
	passkey_name: '通行密钥',
	use_app: '使用身份验证器应用',
	app: '身份验证器应用',
	app_hint: '请把此密钥添加到应用中，并输入应用显示的验证码。下一步将要求输入下一个验证码。',
	open: '在本设备的应用中打开',
	submit: '添加并登录',
}
