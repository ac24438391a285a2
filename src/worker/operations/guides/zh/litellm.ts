import { type Translation, table } from '../guide.ts'

export const litellm: Translation = {
	title: '从 LiteLLM 迁移',
	summary: '把代理中的模型、团队、预算和密钥带到 Plinth，先预览再更改。',
	lead: '如何把 LiteLLM 代理的模型、团队、密钥和预算迁移到 Plinth，以及哪些内容无法迁移。',
	intro:
		'Plinth 不是代理：智能体向它询问使用哪个模型、能否继续运行，然后自行调用供应商。因此，路由、缓存和检查请求的设置不会迁移。以下命令在 Plinth 的代码目录中运行。',
	chapters: {
		save: {
			title: '保存代理中的数据',
			texts: [
				'`config.yaml` 中有模型。团队、密钥和预算保存在代理的数据库中，可以通过它的列表接口读取。`$LITELLM` 是代理的地址：',
				'其余各页另存为 `keys-3.json`，依此类推。如果缺页，命令会提示。没有这个文件夹时，只迁移模型。',
			],
		},
		plan: {
			title: '预览将要创建的内容',
			texts: [
				'供应商的密钥只从环境变量读取，变量名以 `config.yaml` 为准：',
				'命令会打印平台配置的更改、将要发送的每个请求，以及无法迁移的内容和原因。API 密钥需要权限范围 `platform_admin`、`org.settings`、`runtime.report` 和 `runtime.resolve`。',
			],
		},
		becomes: {
			title: '对应关系',
			texts: [
				table([
					['model_list', '平台的 LLM 提供商，每个供应商账号一个，其下是供应商的模型。调用方使用的名称成为标签。'],
					['同一模型的多个部署', '带编号的提供商，例如 `openai-2`。'],
					['按 Token 的价格', '按 1,000 个 Token 的价格。其他价格的填写方法见[销售模型](/docs/models)。'],
					['团队', '组织。'],
					['成员', '向地址已知的成员发出的邀请。邀请有效期为七天；创建邀请的 API 密钥删除后，邀请随之失效。'],
					['密钥', '服务账号，各有一个新密钥。代理只保存旧密钥的哈希值。'],
					[
						'max_budget、budget_duration',
						'以积分计的预算，周期取小时、天、周、月和总计中最接近的一个。周期不一致时会指出。',
					],
					['blocked', '暂停。'],
				]),
				'无法迁移的内容：回退、路由、缓存、护栏和回调，`rpm` 和 `tpm`，允许使用的模型列表，不属于任何团队的密钥，以及既不兼容 OpenAI 接口也不兼容 Anthropic 接口的供应商的模型。',
			],
		},
		apply: {
			title: '执行迁移',
			texts: [
				'加上 `--apply` 再运行一次：',
				'新密钥和邀请令牌只显示一次，因此写入只有您能读取的 `litellm-secrets.json`。邀请链接是 `/console/join#` 加令牌。如果某个请求被拒绝，其余请求照常执行，命令会指出被拒绝的请求。一天之内可以重复运行：已创建的内容不会再次创建，机密值也不会再次显示。',
				'未设置变量的提供商不会迁移。设置变量后重新运行命令即可。',
			],
		},
		agents: {
			title: '让智能体使用 Plinth',
			texts: [
				'[连接智能体](/docs/runtime)介绍程序如何用这样的密钥获取模型。`openai^gpt-4o` 是提供商 `openai` 的模型 `gpt-4o`。要分发供应商的密钥，服务账号还需要 `platform_credentials`：[谁能得到您的密钥](/docs/models#runtime)。',
			],
		},
	},
}
