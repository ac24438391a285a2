import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { type AIMessageChunk, HumanMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { RunnableLambda } from '@langchain/core/runnables'
import { tool as langChainTool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { Agent, OpenAIProvider, run, setTracingDisabled, tool as agentsTool } from '@openai/agents'
import { generateText, isStepCount, streamText, tool } from 'ai'
import OpenAI from 'openai'
import * as z from 'zod'
import { plinth as ai } from '../../../src/client/adapters/ai.ts'
import type { GuardInput } from '../../../src/client/adapters/guard.ts'
import { plinth as langchain } from '../../../src/client/adapters/langchain.ts'
import { plinth as agents } from '../../../src/client/adapters/openai-agents.ts'
import { plinth as sdk } from '../../../src/client/adapters/sdk.ts'
import type { Plinth } from '../../../src/client/runtime.ts'

// The same agent in each framework: it calls the tool `look` until the model says a text.

export interface Work {
	input: GuardInput
	plinth: Plinth
	isStreamed: boolean
	signal?: AbortSignal | undefined
	look: () => Promise<string>
}

interface Framework {
	name: string
	/** The kinds of providers that it can call, and how. */
	apis: Api[]
	/** Whether its own waits between tries are long. */
	isSlow?: boolean
	/** Works until the model says a text. Fails with what the framework throws. */
	work: (work: Work) => Promise<string>
}

export type Api = 'chat_completions' | 'responses' | 'messages'

setTracingDisabled(true)
const MODEL = 'main^large'
const PROMPT = 'Look around'
const INPUT = z.object({ at: z.string() })

export const FRAMEWORKS: Framework[] = [
	{
		name: 'AI SDK',
		apis: ['responses', 'chat_completions', 'messages'],
		async work({ input, plinth, isStreamed, signal: abortSignal, look }) {
			const guarded = ai.guard(input, plinth)
			const options = {
				model: await guarded.model(MODEL, { vendor_a: createOpenAI, vendor_b: createAnthropic }),
				prompt: PROMPT,
				tools: { look: tool({ inputSchema: INPUT, execute: look }) },
				stopWhen: isStepCount(20),
				...(abortSignal && { abortSignal }),
				...guarded.hooks,
			}
			if (!isStreamed) return (await generateText(options)).text
			let failure: unknown
			const stream = streamText({ ...options, onError: ({ error }) => void (failure = error) })
			let said = ''
			for await (const part of stream.fullStream) {
				if (part.type === 'text-delta') said += part.text
				if (part.type === 'abort') throw abortSignal?.reason
			}
			if (failure !== undefined) throw failure
			return said
		},
	},
	{
		name: 'OpenAI Agents',
		apis: ['responses', 'chat_completions'],
		async work({ input, plinth, isStreamed, signal, look }) {
			const guarded = agents.guard(input, plinth)
			const agent = new Agent({
				name: 'Looker',
				model: await guarded.model(MODEL, { vendor_a: OpenAIProvider }),
				tools: [agentsTool({ name: 'look', description: 'Looks', parameters: INPUT, execute: look })],
			})
			const options = { maxTurns: 20, ...(signal && { signal }) }
			if (!isStreamed) return (await guarded.run(() => run(agent, PROMPT, options))).finalOutput ?? ''
			const stream = await guarded.run(() => run(agent, PROMPT, { ...options, stream: true }))
			let said = ''
			for await (const piece of stream.toTextStream()) said += piece
			await stream.completed
			signal?.throwIfAborted()
			return said
		},
	},
	{
		name: 'LangChain',
		apis: ['chat_completions', 'responses'],
		isSlow: true,
		async work({ input, plinth, isStreamed, signal, look }) {
			const guarded = langchain.guard(input, plinth)
			const tools = [langChainTool(look, { name: 'look', description: 'Looks', schema: INPUT })]
			const model = (await guarded.model(MODEL, { vendor_a: ChatOpenAI })).bindTools(tools)
			const chain = RunnableLambda.from(async (prompt: string, config) => {
				const messages: BaseMessage[] = [new HumanMessage(prompt)]
				for (;;) {
					let message: AIMessageChunk | undefined
					if (isStreamed)
						for await (const chunk of await model.stream(messages, config)) message = message?.concat(chunk) ?? chunk
					else message = await model.invoke(messages, config)
					if (!message) throw new Error('The model said nothing')
					messages.push(message)
					const { tool_calls = [], text } = message
					if (tool_calls.length === 0) return text
					const found = await Promise.all(tool_calls.map(look))
					for (const [index, { id = '' }] of tool_calls.entries())
						messages.push(new ToolMessage({ content: found[index] ?? '', tool_call_id: id }))
				}
			})
			return chain.invoke(PROMPT, { ...guarded.hooks, ...(signal && { signal }) })
		},
	},
	{
		name: 'openai',
		apis: ['chat_completions'],
		async work({ input, plinth, isStreamed, signal, look }) {
			const guarded = sdk.guard(input, plinth)
			return guarded.run(async () => {
				const { client, model } = await guarded.client(MODEL, { vendor_a: OpenAI })
				const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: PROMPT }]
				const options = signal ? { signal } : {}
				for (;;) {
					let message: OpenAI.ChatCompletionMessageParam | undefined
					if (isStreamed)
						for await (const chunk of await client.chat.completions.create(
							{ model, messages, stream: true },
							options,
						)) {
							// As programs do that ask for no usage: each event has a choice.
							const [choice] = chunk.choices as [OpenAI.ChatCompletionChunk.Choice]
							if (choice.finish_reason === null) message = choice.delta as OpenAI.ChatCompletionMessageParam
						}
					else message = (await client.chat.completions.create({ model, messages }, options)).choices[0]?.message
					// A stream that's aborted just ends.
					signal?.throwIfAborted()
					if (message?.role !== 'assistant') throw new Error('The model said nothing')
					messages.push(message)
					if (!message.tool_calls) return typeof message.content === 'string' ? message.content : ''
					for (const { id } of message.tool_calls)
						messages.push({ role: 'tool', tool_call_id: id, content: await look() })
				}
			})
		},
	},
	{
		name: '@anthropic-ai/sdk',
		apis: ['messages'],
		async work({ input, plinth, isStreamed, signal, look }) {
			const guarded = sdk.guard(input, plinth)
			return guarded.run(async () => {
				const { client, model } = await guarded.client(MODEL, { vendor_b: Anthropic })
				const messages: Anthropic.MessageParam[] = [{ role: 'user', content: PROMPT }]
				const options = signal ? { signal } : {}
				for (;;) {
					const request = { model, messages, max_tokens: 100 }
					const { content } = isStreamed
						? await client.messages.stream(request, options).finalMessage()
						: await client.messages.create(request, options)
					messages.push({ role: 'assistant', content })
					const calls = content.filter(({ type }) => type === 'tool_use') as Anthropic.ToolUseBlock[]
					if (calls.length === 0) return content.map((block) => ('text' in block ? block.text : '')).join('')
					const found = await Promise.all(calls.map(look))
					messages.push({
						role: 'user',
						content: calls.map(({ id }, index) => ({
							type: 'tool_result',
							tool_use_id: id,
							content: found[index] ?? '',
						})),
					})
				}
			})
		},
	},
]
