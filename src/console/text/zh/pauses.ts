import type * as en from '../en/pauses.ts'
import type { Texts } from '../texts.ts'

export const pauses: Texts<typeof en.pauses> = {
	hint: '被暂停的对象不能开始或继续任何运行，进行中的运行会在下一步停止。',
	scopes: {
		platform: '全部',
		org: '组织',
		user: '用户',
		agent: '智能体',
		model: '模型',
		provider: '提供商',
		api_key: 'API 密钥',
	},
	columns: {
		what: '暂停对象',
	},
	forever: '无期限',
	empty: '没有暂停',
	empty_hint: '可以暂停行为异常的智能体，或在排查期间暂停全部运行。',
	form: {
		action: '新建暂停',
		title: '新建暂停',
		scope: '暂停对象',
		subject: { user: '用户 ID', agent: '智能体', model: '模型', provider: '提供商', api_key: 'API 密钥 ID' },
		subject_hint: '须与运行中的名称完全一致。',
		subject_named: (name) => `即 ${name}。`,
		reason_hint: '运行被停止的人都能看到。',
		until_hint: '按您所在的时区。留空则一直暂停，直到您解除。',
	},
	ask: (what) => `暂停${what}？`,
	ask_body: '其运行无法开始，进行中的运行会在下一步停止。',
	everything: '全部运行',
	all: '所有组织的运行都会停止。',
	every_org: '这会暂停所有组织中使用此名称的智能体。',
	named: (scope, subject) => `${scope} ${subject}`,
	action: '暂停',
	done: (what) => `已暂停${what}。`,
	pause: '暂停运行',
	lift: {
		button: '解除暂停',
		label: (what) => `解除对${what} 的暂停`,
		title: (what) => `解除对${what} 的暂停？`,
		body: '其运行可以重新开始和继续，除非更大的范围也被暂停。',
		action: '解除',
		done: (what) => `已解除对${what} 的暂停。`,
	},
	banner: {
		platform: '所有运行均已暂停：',
		org: '该组织的运行已暂停：',
		ends: '结束于',
		show: '查看暂停',
	},
}
