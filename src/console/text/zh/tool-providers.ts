import type * as en from '../en/tool-providers.ts'
import type { Texts } from '../texts.ts'

export const toolProviders: Texts<typeof en.toolProviders> = {
	hint: '智能体内置工具背后的提供商。组织启用的提供商优先于平台的。',
	groups: { web_search: '网页搜索', web_fetch: '网页抓取' },
	scopes: { org: '（本组织）', platform: '（平台）', legacy: '（来自配置项）' },
	effective: {
		gets: '该组织的运行使用',
		end: '。',
		none: '没有设置完整的已启用提供商，因此该组织的运行无法使用此工具。',
		others_get: '没有启用自有提供商的组织使用',
		others_none: '没有启用自有提供商的组织无法使用此工具。',
		skipped: (provider, scope, missing) => `已跳过 ${provider}${scope}：${missing}。`,
		lacks: { api_key: '缺少 API 密钥', base_url: '缺少基础 URL' },
	},
	active: '已启用',
	needs: { api_key: '需要 API 密钥', base_url: '需要基础 URL' },
	not_set: '未设置',
	actions_of: (provider) => `${provider} 的操作`,
	activate: {
		action: '启用',
		title: (provider) => `启用 ${provider}？`,
		body: {
			platform: '对于没有自己启用提供商的所有组织，它会取代同组中已启用的提供商。',
			org: '对于该组织的运行，它会取代同组中已启用的提供商。',
		},
		done: (provider) => `已启用 ${provider}。`,
	},
	deactivate: {
		action: '停用',
		title: (provider) => `停用 ${provider}？`,
		body: {
			platform: '没有自己启用提供商的组织将不能再使用此工具。',
			org: '该组织的运行会改用平台启用的提供商。',
		},
		done: (provider) => `已停用 ${provider}。`,
	},
	credential: {
		action: '设置凭据',
		title: (provider) => `${provider} 的凭据`,
		api_key: 'API 密钥',
		base_url_hint: '更改后，已存储的密钥会发送到新地址。我们会通知所有者或平台管理员。',
		done: (provider) => `已保存 ${provider} 的凭据。`,
	},
	remove: {
		action: '删除密钥',
		title: (provider) => `删除 ${provider} 的密钥？`,
		body: '需要密钥的提供商会被跳过，直到您添加新的密钥。基础 URL 和启用状态保持不变。',
		done: (provider) => `已删除 ${provider} 的密钥。`,
	},
}
