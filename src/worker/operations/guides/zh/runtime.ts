import { type Translation, table } from '../guide.ts'

export const runtime: Translation = {
	title: '连接智能体',
	summary: '为在任何地方运行的智能体提供模型、工具和预算，使用 Python 和 Node.js。',
	lead: '在您自己机器上运行的智能体如何从 Plinth 获取模型、工具和预算：五分钟内完成第一次运行，然后是一个完整的智能体，使用 Python 和 Node.js。',
	chapters: {
		'first-run': {
			title: '用 Python 完成第一次运行',
			texts: [
				'您需要装有 `curl` 和 Python 3.11 的终端，以及平台管理员的登录名。上报运行是平台的权限，因此只有平台管理员可以授予。首先说明实例的地址和您的身份：',
				'创建一个服务账号及其密钥。服务账号属于您的组织，不属于任何个人：',
				'获取客户端。它是单个文件，需要两个软件包：',
				'生成密钥对。凭据只会用它加密后发送，因此即使 `PLINTH_KEY` 被盗，也读不到任何凭据：',
				'保存为 `first.py`，用 `python3 first.py` 运行：',
				'打开实例上的 `/console/runs`：您的运行及其费用显示在最上面。',
			],
		},
		node: {
			title: '在 Node.js 和 Worker 中',
			texts: [
				'Node.js 20 的客户端也是单个文件，没有依赖。其方法名称相同，采用驼峰式写法，选项也相同。创建账号和密钥之后，用以下步骤代替 Python 的步骤：',
				'保存为 `first.mjs`，用 `node first.mjs` 运行：',
				'同一 Cloudflare 账号中的 Worker 既不需要密钥，也不需要密钥对：`new Plinth({ binding: env.PLINTH })`。',
			],
		},
		resolve: {
			title: '模型、工具和 MCP 服务器',
			texts: [
				'在控制台中配置模型、MCP 服务器和预算，或执行：',
				'运行开始时会得到它所要求的内容，其中的凭据已解开：',
				'Python',
				'Node.js',
				'无法解析的内容会在其位置给出错误，例如 `{"error": "not_found"}`。服务账号服务于自己的组织。如需服务其他组织，请由平台管理员将其 `runtime` 设为 `{"orgs": ["*"], "platform_credentials": true}`，或列出这些组织；之后在 `begin` 等调用中指定 `org_id`。',
				'不使用我们的客户端时，支持 `ECDH-ES+A256KW` 和 `A256GCM` 的 JWE 库也能打开它们。此时请用 P-256 曲线生成密钥对：Debian 的 `jose`、`node-jose` 和 `jwcrypto` 都能打开，而 X25519 只有 `jwcrypto` 能打开；Ruby 的 `json-jwt` 不支持 `ECDH-ES`。',
				'密钥应放在 `api_key`、`bearer_token` 和 `env` 中，它们加密存储、加密发送。不要把密钥放在 `args`、`url` 和 `advanced_json` 中：所有能查看配置的人都能看到它们。',
			],
		},
		agent: {
			title: '一个智能体',
			texts: [
				'这个智能体循环询问模型，调用 MCP 服务器的工具，并在每一步之前预占可能的消耗。达到预算时，它会[请求更多额度](/docs/spending#ask)，并等待十分钟。如果请求被拒绝，或余额、暂停要求停止，`progress` 会抛出 `Stopped`，智能体随即上报已使用的 token，由 Plinth 计价。我们的测试会运行这两个版本。',
				'tool_agent.py',
				'mcp_tools.py',
				'tool-agent.mjs',
				'mcp-tools.mjs',
				'在有事件循环的程序中，请使用 `AsyncPlinth`：用法相同，只需加上 `await`。在 fork 之前创建的 `Plinth` 在两个进程中都能使用，例如先加载程序再派生进程的服务器：等待中的上报由父进程发送，文件夹也归父进程，每个子进程需要各自的文件夹。',
			],
		},
		outages: {
			title: '当 Plinth 不可用时',
			texts: [
				'客户端会让智能体继续工作，并通过 `on_event` 的事件告知（Node.js 中为 `onEvent`）。Plinth 没有响应或返回 5xx 时，即为不可用。',
				table([
					[
						'模型、工具、MCP、功能开关、权益',
						'如果 Plinth 不可用，或响应超过 0.8 秒，则使用上次的答复，并附上 `stale_since`。最多使用一天，或按权益 `runtime.stale_s` 和您的 `max_stale` 的规定。',
					],
					[
						'有预占的运行',
						'在预占范围内继续，直到预占结束前五秒，即上次上报进度后约一小时。之后得到 `Stopped`，原因为 `outage`。`grace_credits` 允许它再多消耗一些。',
					],
					['没有预占的运行', '会被停止，除非您允许 `grace_credits`。'],
					[
						'新的运行',
						'不会开始：`Unavailable`。使用 `on_outage="begin"` 时，如果其对象之前没有被拒绝，则在五秒后开始。所有这类运行合计可以消耗 `outage_credits`。',
					],
					['上报', '会等待，在 Plinth 恢复后发送，每条一次。有 `store` 时重启后仍在，没有则随进程结束。'],
				]),
				'`store=FileStore("plinth-state")`（Node.js 中为 `fileStore`）把已知的答复和上报保存在文件夹中。其中的凭据保持加密，每条记录都有签名，因此即使有人能修改该文件夹，也无法把密钥发往别处。同一时间只能由一个进程使用。吊销密钥后，所有已知内容都会失效，包括文件夹中的。',
			],
		},
		errors: {
			title: '错误及处理办法',
			texts: [
				table([
					[
						'Stopped',
						'运行不能开始或继续：`budget.exceeded`、`credits.insufficient`、`run.paused`、`run.ended` 或 `outage`。请结束运行，不要重试。',
					],
					[
						'Refused',
						'Plinth 拒绝了调用：`status` 和 `reason` 说明原因。不要重复调用。401：密钥错误、已吊销或已过期。403 和 404：服务账号缺少 `runtime.resolve` 或 `runtime.report`，或不服务于该组织。',
					],
					['Refused, runtime.no_encryption_key', '服务账号没有与您的私钥对应的公钥。请按上文添加。'],
					['Unavailable', 'Plinth 不可用，也没有可以使用的已知答复。请稍后重试。'],
					[
						'Untrusted',
						'凭据是为另一个账号、组织、位置或地址加密的，与您请求的不符。可能有人在途中篡改响应：请先查明原因再重试。',
					],
					['ReportsFull', '已有 10,000 条结束上报在等待。请稍后再次结束运行：没有丢失任何内容。'],
					['StoreLocked', '另一个进程正在使用此文件夹。请为每个进程使用各自的文件夹。'],
					[
						'Invalid',
						'您提供的内容无法发送，例如费用为 NaN 或日期对象，或者缺少客户端的某个选项：`reason` 说明是哪个字段。没有发送任何内容。请修改程序。',
					],
					['OtherLoop', '`AsyncPlinth` 在另一个事件循环或 fork 出的子进程中被使用。请在每处各创建一个。'],
				]),
				'各种[原因](/docs#errors)的含义请参见错误页。预算、预占和暂停请参见[停止运行](/docs/spending)。',
			],
		},
		rotate: {
			title: '轮换密钥',
			texts: [
				'`POST …/keys/{key_id}/rotate` 会替换 API 密钥：两个密钥在一小时内都有效。客户端的 `key` 可以是函数，每次请求时都会调用。一个账号可以有两个公钥，因此更换密钥对不会中断：',
				'持有私钥的人可以解开此前为它加密并被截获的一切内容。如果私钥泄露，请删除对应的公钥，并更换已发出的凭据：审计日志中，每个凭据每天有一条 `secrets.release` 记录。',
			],
		},
	},
}
