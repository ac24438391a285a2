import type * as en from '../en/invitations.ts'
import type { Texts } from '../texts.ts'

export const invitations: Texts<typeof en.invitations> = {
	title: '邀请',
	hint: '每个链接只能使用一次，七天内有效。',
	columns: { email: '受邀者', role: '角色', state: '状态', by: '邀请人', expires: '过期时间', actions: '操作' },
	states: { open: '待接受', accepted: '已接受', expired: '已过期', void: '已失效' },
	void_hint: (name) => `${name} 已无权授予此角色。重新发送即由您来邀请。`,
	mailed: '已发送邮件',
	not_mailed: '未发送邮件',
	empty: '还没有邀请任何人',
	empty_hint: '输入邮箱地址邀请他人，您会得到一个可转发的链接。',
	create: {
		action: '邀请',
		title: (org) => `邀请他人加入 ${org}`,
		email: '邮箱地址',
		email_hint: '任何打开链接的人都可以接受，也可以使用其他邮箱。',
		role: '角色',
		submit: '邀请',
		done: (email) => `已邀请 ${email}。`,
	},
	roles: {
		member: '使用该组织。',
		admin: '另可邀请他人、修改设置、查看机密值。',
		owner: '另可变更其他所有者。',
	},
	no_owner: '只有所有者可以邀请所有者。',
	sent: {
		title: (email) => `将此链接发给 ${email}`,
		mailed: '我们也已通过邮件发送链接。两个链接打开的是同一个邀请。',
		not_mailed: '没有发送邮件。请自行转发此链接。',
		once: '此链接不会再次显示。它只能使用一次，有效期至',
		link: '邀请链接',
		done: '我已复制',
		lost: '此链接已在之前的响应中显示过。重新发送邀请即可获得新链接。',
	},
	menu: (email) => `管理对 ${email} 的邀请`,
	not_yours: '只有所有者可以管理对所有者的邀请',
	resend: {
		action: '重新发送',
		title: (email) => `给 ${email} 发送新链接？`,
		means: ['旧链接将失效。', '新链接七天内有效。', '您将成为邀请人。'],
		done: (email) => `已为 ${email} 创建新链接。`,
	},
	withdraw: {
		action: '撤回',
		title: (email) => `撤回对 ${email} 的邀请？`,
		means: ['链接将立即失效。'],
		done: (email) => `已撤回对 ${email} 的邀请。`,
	},
	forget: {
		action: '删除',
		title: (email) => `删除对 ${email} 的邀请？`,
		means: ['其链接本就已失效。'],
		done: (email) => `已删除对 ${email} 的邀请。`,
	},
}
