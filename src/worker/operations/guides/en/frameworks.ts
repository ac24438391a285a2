import {
	AGENTS,
	AI,
	CLAUDE_AGENT,
	GET_PACKAGE,
	LANGCHAIN,
	OPENAI,
	SERVER,
	SETTINGS,
	STOPPED,
} from '../frameworks-snippets.ts'
import { bytes, code, type Guide, table } from '../guide.ts'

export const frameworks: Guide = {
	title: 'Guard an agent of a framework',
	summary: "Budgets and models for a program of the AI SDK, OpenAI Agents, LangChain or a vendor's package.",
	lead: 'Three lines give a program that you already have its model, its budget and its reports. Plinth stops it at a budget, a pause or an empty balance, before its next call of a model.',
	chapters: () => [
		{
			id: 'before',
			title: 'Before you start',
			parts: [
				'You need Node.js 22, because with an older one npm installs older frameworks, and a service account with its API key and a key pair: [Connect an agent](/docs/runtime) makes them, in Node.js, and a model `main^gpt-5-mini`. Then install the package in the folder of your program:',
				bytes('get-package', GET_PACKAGE),
				'The program finds Plinth by three variables. `PLINTH_PRIVATE_KEY` is the file of the private key, or the key itself:',
				bytes('settings', SETTINGS),
			],
		},
		{
			id: 'ai',
			title: "Vercel's AI SDK",
			parts: [
				'The lines with a comment are new, or differ from the program without Plinth:',
				bytes('ai-sdk', AI),
				'`streamText` and `ToolLoopAgent` take the same. The hooks end the run with the operation. They are telemetry of the call, so your own `onEnd` stays. If you have telemetry options, write `telemetry: { ...yours, ...guarded.hooks.telemetry }`.',
			],
		},
		{
			id: 'openai-agents',
			title: "OpenAI's Agents SDK",
			parts: [
				bytes('agents-sdk', AGENTS),
				'With `stream: true` the run ends when the stream is completed. Agents that a run hands over to need a guarded model too: give them the same one. Without `OPENAI_API_KEY` the SDK says that it exports no traces.',
			],
		},
		{
			id: 'others',
			title: 'LangChain, and the packages of vendors',
			parts: [
				code('langchain', 'LangChain', LANGCHAIN),
				code('openai', 'openai', OPENAI),
				code('claude-agent', "Anthropic's Agent SDK", CLAUDE_AGENT),
				'`@anthropic-ai/sdk` is the same, from `plinth-runtime/anthropic` with `{ vendor_b: Anthropic }`. A package has no end of a run: `guarded.run(work)` around the work, `await using guarded`, `await guarded.end()` or the end of the process ends it. For anything else that calls a vendor, `guarded.fetch` is a `fetch` that stops and counts.',
			],
		},
		{
			id: 'server',
			title: 'In a server',
			parts: ['A guard is one run, so make one for each request:', bytes('server', SERVER)],
		},
		{
			id: 'stopped',
			title: 'When a run is stopped',
			parts: [
				'Tokens are reported after each step. If the run may not continue, the next call of a model throws `Stopped`, and the run ends as `cancelled`, with what it has used. The answer that it had by then is not lost.',
				bytes('stopped-program', STOPPED),
				'While Plinth is away, a run with a hold continues within it, as [Connect an agent](/docs/runtime#outages) says: `plinth.guard({ agent_id, hold: { credits: 20 } })`. A hold needs a balance that covers it.',
			],
		},
		{
			id: 'versions',
			title: 'Which frameworks',
			parts: [
				table([
					['ai', '7, with `@ai-sdk/openai` and `@ai-sdk/anthropic` 4. Both kinds of providers.'],
					['@openai/agents', '0.20. Models of the kind `vendor_a`.'],
					['@langchain/core', '1.4, with `@langchain/openai` 1.6. `ChatAnthropic` is not tested.'],
					['openai', '7. Chat completions, responses and embeddings.'],
					['@anthropic-ai/claude-agent-sdk', '0.3. Models of the kind `vendor_b`.'],
					['@anthropic-ai/sdk', '1. Its streaming helpers wrap `Stopped`: there it is the `cause`.'],
				]),
				'A provider of the kind `vendor_a` is called as OpenAI is, one of `vendor_b` as Anthropic is. Give the function or class for each kind that your selectors lead to. Your own retries, parallel tools and streams stay as they are. Tokens are counted as the vendor says them, those from its cache too, and Plinth prices them.',
			],
		},
	],
}
