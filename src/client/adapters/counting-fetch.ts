import { NOTHING, plus, type Used, usageIn, usedBy } from './usage.ts'

/** Whoever admits the calls of a run, and counts what they use. */
interface Counter {
	/** Called before each call of a model. Throws what stops the run. */
	admit: () => Promise<void>
	count: (more: Used) => void
	/** A call of a model is over. Without an error it succeeded. */
	over: (error?: unknown) => void
}

type Json = Record<string, unknown>

/** A `fetch` for the program of a vendor. It counts what the answers say they used, in streams as soon as they say it. */
export const countingFetch =
	(counter: Counter): typeof fetch =>
	async (input, init) => {
		const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
		if (method.toUpperCase() !== 'POST') return globalThis.fetch(input, init)
		await counter.admit()
		const asking = askingForUsage(String(input instanceof Request ? input.url : input), init)
		try {
			const response = await globalThis.fetch(input, asking ?? init)
			if (!response.ok) counter.over(new Error(`The vendor answered ${response.status}`))
			else if (response.body && response.headers.get('Content-Type')?.startsWith('text/event-stream'))
				return new Response(response.body.pipeThrough(counting(counter, asking !== undefined)), response)
			else await countBody(response, counter)
			return response
		} catch (error) {
			counter.over(error)
			throw error
		}
	}

/** A stream of chat completions says what it used only if it's asked to. Undefined if there's nothing to ask. */
function askingForUsage(url: string, init?: RequestInit): RequestInit | undefined {
	if (!/\/chat\/completions(\?|$)/.test(url) || typeof init?.body !== 'string') return undefined
	const body = JSON.parse(init.body) as { stream?: boolean; stream_options?: { include_usage?: boolean } }
	if (body.stream !== true || body.stream_options?.include_usage === true) return undefined
	return { ...init, body: JSON.stringify({ ...body, stream_options: { ...body.stream_options, include_usage: true } }) }
}

async function countBody(response: Response, counter: Counter) {
	if (response.headers.get('Content-Type')?.includes('json')) {
		const usage = usageIn(await response.clone().json())
		if (usage) counter.count(usedBy(usage))
	}
	counter.over()
}

/** Counts the events of a stream. What a later event says replaces what an earlier one said. */
function counting(counter: Counter, isAsked: boolean): TransformStream<Uint8Array, Uint8Array> {
	const decoder = new TextDecoder()
	const encoder = new TextEncoder()
	let usage: Json = {}
	let counted = NOTHING
	let rest = ''
	const isShown = (line: string): boolean => {
		const event = line.startsWith('data:') && line.includes('"usage"') ? parsed(line.slice(5)) : undefined
		const found = usageIn(event)
		if (!found) return true
		usage = { ...usage, ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null)) }
		const all = usedBy(usage)
		counter.count(plus(all, counted, -1))
		counted = all
		// The program didn't ask for this event, and may rely on the first of its choices.
		return !(isAsked && Array.isArray(event?.choices) && event.choices.length === 0)
	}
	return new TransformStream({
		transform(chunk, controller) {
			const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
			rest = lines.pop() ?? ''
			const shown = lines.filter(isShown)
			if (shown.length > 0) controller.enqueue(encoder.encode(`${shown.join('\n')}\n`))
		},
		flush(controller) {
			if (isShown(rest)) controller.enqueue(encoder.encode(rest))
			counter.over()
		},
	})
}

function parsed(text: string): Json | undefined {
	try {
		return JSON.parse(text) as Json
	} catch {
		return undefined
	}
}
