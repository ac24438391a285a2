import type { Reply } from './upstream.ts'

// The answers of the two kinds of vendors, whole and as the events of a stream.

export type Events = { event?: string; data: string }[]

type Body = Record<string, unknown>

const SAID = 'All is well.'
let made = 0

/** Calls of the first tool that the program has. */
function callsOf({ tools }: Required<Reply>, body: Body) {
	const [tool] = (body.tools ?? []) as { name?: string; function?: { name: string } }[]
	const name = tool?.function?.name ?? tool?.name ?? 'none'
	return Array.from({ length: tools }, (_, index) => ({
		id: `call_${(made += 1)}`,
		name,
		input: { at: `place ${index}`, city: 'Berlin' },
	}))
}

/** `POST /chat/completions`. Cached tokens are parts of the input. A stream says what it used if it's asked to. */
export function chat(reply: Required<Reply>, body: Body) {
	const { input, output, read, write } = reply
	const usage = {
		prompt_tokens: input,
		completion_tokens: output,
		total_tokens: input + output,
		prompt_tokens_details: { cached_tokens: read, cache_write_tokens: write },
	}
	const tool_calls = callsOf(reply, body).map(({ id, name, input: given }, index) => ({
		index,
		id,
		type: 'function',
		function: { name, arguments: JSON.stringify(given) },
	}))
	const isDone = tool_calls.length === 0
	const said = isDone ? { role: 'assistant', content: SAID } : { role: 'assistant', content: null, tool_calls }
	const finish_reason = isDone ? 'stop' : 'tool_calls'
	const common = { id: 'chatcmpl-1', created: 1, model: body.model }
	const chunk = (delta: object, finish: string | null = null) => ({
		...common,
		object: 'chat.completion.chunk',
		choices: [{ index: 0, delta, finish_reason: finish }],
	})
	const isAsked = (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true
	const chunks = [
		chunk(said),
		chunk({}, finish_reason),
		...(isAsked ? [{ ...common, object: 'chat.completion.chunk', choices: [], usage }] : []),
	]
	return {
		whole: { ...common, object: 'chat.completion', choices: [{ index: 0, message: said, finish_reason }], usage },
		events: [...chunks.map((data) => ({ data: JSON.stringify(data) })), { data: '[DONE]' }],
	}
}

/** `POST /responses`. The same, but a stream says it at its end. */
export function responses(reply: Required<Reply>, body: Body) {
	const { input, output, read, write } = reply
	const usage = {
		input_tokens: input,
		output_tokens: output,
		total_tokens: input + output,
		input_tokens_details: { cached_tokens: read, cache_write_tokens: write },
		output_tokens_details: { reasoning_tokens: 0 },
	}
	const calls = callsOf(reply, body).map(({ id, name, input: given }) => ({
		type: 'function_call',
		id: `fc_${id}`,
		call_id: id,
		name,
		arguments: JSON.stringify(given),
		status: 'completed',
	}))
	const content = [{ type: 'output_text', text: SAID, annotations: [] }]
	const items =
		calls.length > 0 ? calls : [{ type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content }]
	const common = {
		id: 'resp_1',
		object: 'response',
		created_at: 1,
		model: body.model,
		tools: [],
		parallel_tool_calls: true,
	}
	const whole = { ...common, status: 'completed', error: null, incomplete_details: null, output: items, usage }
	const event = (type: string, data: object) => ({ event: type, data: JSON.stringify({ type, ...data }) })
	const shown = items.flatMap((item, output_index) => [
		event('response.output_item.added', {
			output_index,
			item: { ...item, ...('content' in item && { content: [] }), ...('arguments' in item && { arguments: '' }) },
		}),
		...('content' in item
			? [event('response.output_text.delta', { output_index, item_id: item.id, content_index: 0, delta: SAID })]
			: [event('response.function_call_arguments.delta', { output_index, item_id: item.id, delta: item.arguments })]),
		event('response.output_item.done', { output_index, item }),
	])
	return {
		whole,
		events: [
			event('response.created', { response: { ...whole, status: 'in_progress', output: [], usage: null } }),
			...shown,
			event('response.completed', { response: whole }),
		].map((one, sequence_number) => ({
			...one,
			data: JSON.stringify({ ...(JSON.parse(one.data) as object), sequence_number }),
		})),
	}
}

/** `POST /v1/messages`. Cached tokens stand beside the input. A stream says the input at its start. */
export function messages(reply: Required<Reply>, body: Body) {
	const { input, output, read, write } = reply
	const usage = {
		input_tokens: input - read - write,
		cache_read_input_tokens: read,
		cache_creation_input_tokens: write,
		output_tokens: output,
	}
	const calls = callsOf(reply, body).map((call) => ({ type: 'tool_use', ...call }))
	const content = calls.length > 0 ? calls : [{ type: 'text', text: SAID }]
	const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn'
	const whole = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model, stop_sequence: null }
	const event = (type: string, data: object = {}) => ({ event: type, data: JSON.stringify({ type, ...data }) })
	const blocks = content.flatMap((block, index) => [
		event('content_block_start', {
			index,
			content_block: 'text' in block ? { ...block, text: '' } : { ...block, input: {} },
		}),
		event('content_block_delta', {
			index,
			delta:
				'text' in block
					? { type: 'text_delta', text: block.text }
					: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
		}),
		event('content_block_stop', { index }),
	])
	return {
		whole: { ...whole, content, stop_reason, usage },
		events: [
			event('message_start', {
				message: { ...whole, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
			}),
			...blocks,
			event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: output } }),
			event('message_stop'),
		],
	}
}
