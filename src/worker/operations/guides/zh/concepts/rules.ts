import { table, type Translation } from '../../guide.ts'

export const dryRunPage: Translation = {
	title: '试运行与确认',
	summary: '查看写入会产生什么结果，或先试行更改。',
	lead: '两个标头可以消除更改的风险：一个显示更改的结果，另一个在未确认时自动回滚。',
	chapters: {
		'dry-run': {
			title: '试运行',
			texts: [
				'带有 `Dry-Run: true` 的写入会在数据库中执行，然后回滚。响应说明它本来会做什么：',
				'`status` 和 `body` 与真实响应相同。拒绝也与真实请求一致，因此试运行还能发现错误的字段、缺少的权限或已达到的上限。不会发送邮件或 Webhook。',
			],
		},
		confirm: {
			title: '限时确认',
			texts: [
				'带有 `Confirm-Within` 和 10 到 600 秒的更改会立即生效，但处于试行状态：',
				'检查一切是否正常，然后确认：',
				'如果没有确认，更改会回滚，即使它让您无法访问。API 参考列出了哪些操作接受这两个标头。[变更运行中的平台](/docs/changes)还介绍了还原，以及作为一份文档的配置。',
			],
		},
	},
}

export const rateLimitsPage: Translation = {
	title: '限流',
	summary: '每分钟的请求数，以及如何不超出。',
	lead: '请求按分钟计数。超出时返回 429，`Retry-After` 说明何时可以重试。',
	chapters: {
		limits: {
			title: '限额',
			texts: [
				table([
					['每分钟 600 次', '一个调用者：用户、API 密钥，或一个服务账号的全部密钥。'],
					['每分钟 6,000 次', '一个组织的所有调用者合计。'],
					['每分钟 600 次', '一个没有凭据的地址。'],
					['每分钟 60 次', '一个地址的登录请求。'],
					['每分钟 60 次', '读取大量数据的请求，例如导出，按组织或用户计。'],
					['每分钟 20 次', '应用和恢复配置文档，按组织计。'],
				]),
				'限额是部署的一部分，运营人员可以更改。429 的内容是 `{"error": "rate_limit"}`，并带有以秒为单位的 `Retry-After`，`RateLimit: "caller";r=0;t=60` 则按 IETF 草案的格式指明是哪一项限额。其他响应没有此标头：没有服务器知道限额在各处总共还剩多少。`/healthz` 等探测不计数。',
			],
		},
		below: {
			title: '避免超出',
			texts: [
				'最多可将 100 条上报作为列表发送，只计一次请求：',
				'重复读取时使用 `If-None-Match`，订阅 [Webhook](/docs/webhooks) 而不是轮询。收到 429 后等待 `Retry-After` 秒，再加上随机的几秒，以免许多程序同时重试。',
			],
		},
	},
}

export const unitsPage: Translation = {
	title: '金额与单位',
	summary: '美元、积分、Token 和时间，以及如何取整。',
	lead: '名称的结尾就是单位，每个数额都有单位。',
	chapters: {
		names: {
			title: '名称与单位',
			texts: [
				table([
					['…_usd', '以数字表示的美元，精确到百万分之一美元。'],
					['cost_per_1k_…', '每 1,000 个 Token 的美元价格，精确到十亿分之一美元。'],
					['credits, balance, amount', '整数积分，最大为 9,007,199,254,740,991，JSON 可以精确表示。'],
					['…_tokens', 'Token。从缓存读取和写入缓存的 Token 是输入的一部分。'],
					['…_ms, …_s', '以毫秒或秒为单位的时长。'],
					['…_at', 'UTC 时间：ISO 8601 格式，带毫秒和 `Z`。'],
					['…_percent', '百分数：100 表示全部。'],
				]),
			],
		},
		credits: {
			title: '从美元到积分',
			texts: [
				'一次运行的积分等于其美元费用乘以权益 `credits.per_usd`（默认 1,000），再乘以模型的倍率，向上取整。示例需要组织的 ID 和一些积分：',
				'42.1 积分取整为 43：',
				'流水中的数额相同，负数表示已消耗。运行扣除的积分不会超过余额，上报的 `shortfall` 是不足的部分：',
				'费用只由数据库计算，在运行结束时计算一次。费用大于零的运行至少扣除 1 积分。请直接显示 `credits_used`，不要自行计算。',
			],
		},
		days: {
			title: '日与月',
			texts: ['日、月以及预算的周期均按 UTC 计算。控制台按读者所在的时区显示时间。'],
		},
	},
}

export const versioningPage: Translation = {
	title: '版本与更新日志',
	summary: '哪些可能改变，哪些保持不变。',
	lead: 'API 只有一个版本 `v1`。版本内只会增加内容，原有的功能继续可用。',
	chapters: {
		added: {
			title: '可能增加的内容',
			texts: [
				'可能会增加新的操作、可选参数、响应字段、事件类型、错误代码和原因，以及 `status` 等字段的新值。请忽略未知的内容。字段的顺序、`message` 的文字以及 ID 和游标的格式也可能改变。',
				'字段、类型、错误代码和操作的行为保持不变。修复安全漏洞等例外情况会写入更新日志。',
			],
		},
		unknown: {
			title: '您发送的内容',
			texts: [
				'Plinth 不认识的字段会被忽略，并在 `X-Ignored` 中列出，因此客户端可以比实例更新。开发时请像这些示例一样发送 `Prefer: handling=strict`，拼写错误就会返回错误，并给出最接近的已知字段：',
			],
		},
		changelog: {
			title: '更新日志',
			texts: [
				'每个版本都列出新增、更改和修复的内容：[更新日志](/docs/changelog)。API 文档在 `info.version` 中给出实例的版本：',
				'更新时请从它重新生成类型，并进行比较。',
			],
		},
	},
}

export const clientsPage: Translation = {
	title: '客户端与 SDK',
	summary: '运行时客户端、生成的客户端，以及可直接使用的标准。',
	lead: '智能体有两个客户端，其他用途使用 OpenAPI 文档，功能开关、Webhook 和目录使用各自标准的库。',
	chapters: {
		runtime: {
			title: '用于智能体',
			texts: [
				table([
					['/docs/plinth_runtime.py', '用于 Python 3.11 的客户端，也支持 `asyncio`。只有一个文件。'],
					['/docs/plinth_runtime.mjs', '用于 Node.js 20 的客户端。只有一个文件，没有依赖。'],
				]),
				'每个实例都提供与之匹配的客户端。它们在中断期间保留已知的内容，计算预占，并送达每条上报：[连接智能体](/docs/runtime)。',
			],
		},
		generated: {
			title: '用于其他用途',
			texts: [
				'从 `/openapi.json` 生成客户端。`openapi-typescript`、`@hey-api/openapi-ts` 和 `orval` 生成的客户端均可编译，由我们的测试检查。API 参考中的示例不需要客户端，只使用 `curl`、`fetch` 和 `httpx`。',
			],
		},
		standards: {
			title: '遵循标准',
			texts: [
				table([
					['OpenFeature', '任何带有 OFREP 提供程序的 SDK 都可以求值功能开关。'],
					['Standard Webhooks', '其库可以验证 [Webhook](/docs/webhooks) 的签名。'],
					['SCIM 2.0', '由目录创建和移除人员。'],
					['OpenID Connect', '人员使用公司的身份提供商[登录](/docs/sign-in)。'],
				]),
				'一个功能开关，以及此类 SDK 如何求值：',
			],
		},
	},
}
