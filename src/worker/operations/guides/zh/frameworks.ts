import { table, type Translation } from '../guide.ts'

export const frameworks: Translation = {
	title: '为框架中的智能体设置防护',
	summary: '为使用 AI SDK、OpenAI Agents、LangChain 或供应商软件包的程序提供预算和模型。',
	lead: '只需三行代码，您现有的程序就能获得模型、预算和上报。达到预算、被暂停或余额用尽时，Plinth 会在下一次调用模型之前停止它。',
	chapters: {
		before: {
			title: '开始之前',
			texts: [
				'您需要 Node.js 22（版本更低时，npm 会安装较旧的框架）、一个服务账号及其 API 密钥，以及一个密钥对：[连接智能体](/docs/runtime)会用 Node.js 创建它们，并配置模型 `main^gpt-5-mini`。然后在程序所在的文件夹中安装软件包：',
				'程序通过三个变量找到 Plinth。`PLINTH_PRIVATE_KEY` 是私钥文件，或私钥本身：',
			],
		},
		ai: {
			title: 'Vercel 的 AI SDK',
			texts: [
				'带注释的行是新增的，或与没有 Plinth 的程序不同：',
				'`streamText` 和 `ToolLoopAgent` 的用法相同。这些钩子在操作结束时结束运行。它们是该次调用的遥测，因此您自己的 `onEnd` 不受影响。如果您已有遥测选项，请写成 `telemetry: { ...yours, ...guarded.hooks.telemetry }`。',
			],
		},
		'openai-agents': {
			title: 'OpenAI 的 Agents SDK',
			texts: [
				'使用 `stream: true` 时，运行在流完成时结束。运行所移交的其他智能体也需要受防护的模型：请使用同一个。没有 `OPENAI_API_KEY` 时，SDK 会提示不导出跟踪数据。',
			],
		},
		others: {
			title: 'LangChain 和供应商的软件包',
			texts: [
				'LangChain',
				'openai',
				'Anthropic 的 Agent SDK',
				'`@anthropic-ai/sdk` 的用法相同，从 `plinth-runtime/anthropic` 导入，并传入 `{ vendor_b: Anthropic }`。软件包本身没有运行结束的概念：用 `guarded.run(work)` 包住工作，或使用 `await using guarded`、`await guarded.end()`，或由进程结束来结束运行。对于其他调用供应商的程序，`guarded.fetch` 是一个会停止并计数的 `fetch`。',
			],
		},
		server: {
			title: '在服务器中',
			texts: ['一个防护对应一次运行，因此请为每个请求创建一个：'],
		},
		stopped: {
			title: '运行被停止时',
			texts: [
				'每一步之后都会上报 token。如果运行不能继续，下一次调用模型会抛出 `Stopped`，运行以 `cancelled` 结束，并计入已使用的用量。此前得到的答复不会丢失。',
				'Plinth 不可用时，有预占的运行会在预占范围内继续，如[连接智能体](/docs/runtime#outages)所述：`plinth.guard({ agent_id, hold: { credits: 20 } })`。预占需要足够的余额。',
			],
		},
		versions: {
			title: '支持的框架',
			texts: [
				table([
					['ai', '7，以及 `@ai-sdk/openai` 和 `@ai-sdk/anthropic` 4。两种提供商均可。'],
					['@openai/agents', '0.20。类型为 `vendor_a` 的模型。'],
					['@langchain/core', '1.4，以及 `@langchain/openai` 1.6。`ChatAnthropic` 未经测试。'],
					['openai', '7。对话补全、响应和嵌入。'],
					['@anthropic-ai/claude-agent-sdk', '0.3。类型为 `vendor_b` 的模型。'],
					['@anthropic-ai/sdk', '1。其流式辅助函数会包装 `Stopped`：此时它是 `cause`。'],
				]),
				'类型为 `vendor_a` 的提供商按 OpenAI 的方式调用，`vendor_b` 按 Anthropic 的方式调用。请为选择器可能指向的每种类型提供相应的函数或类。您自己的重试、并行工具和流保持不变。token 按供应商给出的数量计数，包括来自缓存的，由 Plinth 计价。',
			],
		},
	},
}
