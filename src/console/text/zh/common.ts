import type * as en from '../en/common.ts'
import type { Texts } from '../texts.ts'

export const common: Texts<typeof en.common> = {
	save: '保存',
	edit: '编辑',
	cancel: '取消',
	close: '关闭',
	create: '创建',
	retry: '重试',
	docs: '文档',
	loading: '正在加载',
	copied: '已复制',
	copyOf: (what) => `复制${what}`,
	never: '从未',
	yes: '是',
	no: '否',
	clear: '清除',
	chosen: '（已选）',
	undo: '撤销',
	undone: '已撤销',
	dismiss: '关闭',
	just_now: '刚刚',
	soon: '即将',
	utc: 'UTC',
	milliseconds: (ms) => `${ms} 毫秒`,
	seconds: (seconds) => `${seconds} 秒`,
	minutes: (minutes, seconds) => `${minutes} 分 ${seconds} 秒`,
	own_zone: '按您所在的时区。',
	secret: {
		set: (mask) => (mask ? `已存储 ${mask}。留空则保持不变。` : '已存储一个值。留空则保持不变。'),
		unset: '未设置。',
		written: '保存后将无法再次查看。',
	},
	taken_draft: '这是其他人在您登录之前输入的内容，尚未提交。',
	not_an_object: '必须是 JSON 对象',
}

export const comparison: Texts<typeof en.comparison> = {
	more: (percent) => `增加 ${percent}%`,
	less: (percent) => `减少 ${percent}%`,
	same: '无变化',
	none_before: '此前没有',
	unknown: '未知',
	before: (value) => `此前 ${value}`,
	legend: { before: '上一时段', open: '今天尚未结束' },
}

export const refusals: Texts<typeof en.refusals> = {
	failed: '操作失败',
	network: '无法连接到 Plinth。请检查网络后重试。',
	stale: '其他人刚刚修改过此项。请查看当前版本后重试。',
	unavailable: 'Plinth 暂时不可用。请稍后重试。',
	internal: '服务内部出错。如果问题持续出现，请反馈追踪 ID。',
	refused: '您没有访问权限',
	missing: '未找到',
	missingHint: '它可能已被删除，或属于其他组织。',
	limited: (seconds) => `请求过于频繁。请在 ${seconds} 秒后重试。`,
	trace: '追踪 ID',
	story: '查看请求经过',
	reasons: {
		'session.changed': '您现在以其他用户的身份登录，或处于其他组织，因此没有提交。',
		'passkeys.known': '此设备已有您的通行密钥。',
		'passkey.declined': '没有使用通行密钥。',
		'auth.step_up': '由于您未验证身份，操作没有发送。',
		'auth.invalid_credentials': '登录名或密码不正确。',
		'auth.too_many_failures': '登录失败次数过多。请十分钟后重试。',
		'auth.busy': '当前登录人数过多。请稍后重试。',
		'invite_codes.reset_cooldown': '邀请码每 24 小时只能更换一次。请稍后再试。',
	},
}

export const leaving: Texts<typeof en.leaving> = {
	title: '不保存就离开？',
	hint: '此页面上未保存的修改将会丢失。',
	stay: '继续编辑',
	leave: '离开',
}

export const closing: Texts<typeof en.closing> = {
	draft: { title: '不保存就关闭？', hint: '已输入的内容将会丢失。', stay: '继续编辑' },
	once: { title: '尚未保存，确定关闭？', hint: '此内容不会再次显示。', stay: '返回' },
	close: '关闭',
}
