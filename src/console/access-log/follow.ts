import { answered, api, data, Refusal } from '../api.ts'
import { type Filters, queryOf } from './filters.ts'
import type { Entry } from './log-table.tsx'

// The tail of the log, as Server-Sent Events. An EventSource can't send a token, so this reads the stream with fetch.

export type Connection = 'starting' | 'following' | 'broken'

interface Reader {
	/** New entries, oldest first. */
	add: (entries: Entry[]) => void
	/** How many requests never reached the log. */
	lose: (count: number) => void
	say: (connection: Connection) => void
	/** The API refused, and retrying won't help. */
	refuse: (refusal: Refusal) => void
}

const HISTORY = 100
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** Follows the log until the signal: first the recent entries, then new ones. Reconnects after the last entry. */
export async function follow(filters: Filters, reader: Reader, signal: AbortSignal): Promise<void> {
	const query = queryOf(filters)
	let since: string | undefined
	let hasHistory = false
	let wait_ms = FIRST_WAIT_MS
	const connect = async () => {
		if (!hasHistory) {
			const params = { query: { ...query, limit: HISTORY } }
			const { data: entries } = await data(api.GET('/v1/admin/access-log', { params, signal }))
			hasHistory = true
			since = entries[0]?.id
			reader.add(entries.toReversed())
		}
		const params = { query: { ...query, since } }
		const call = api.GET('/v1/admin/access-log/tail', { params, signal, parseAs: 'stream' })
		const { data: body } = await answered(call)
		if (!body) return
		for await (const { event, text } of eventsOf(body)) {
			wait_ms = FIRST_WAIT_MS
			reader.say('following')
			if (event === 'lost') reader.lose((JSON.parse(text) as { lost: number }).lost)
			if (event !== 'entry') continue
			const entry = JSON.parse(text) as Entry
			since = entry.id
			reader.add([entry])
		}
	}
	while (!signal.aborted) {
		try {
			await connect()
		} catch (error) {
			if (signal.aborted) return
			if (error instanceof Refusal && isForGood(error)) return reader.refuse(error)
		}
		if (signal.aborted) return
		reader.say('broken')
		await pause(wait_ms * (0.5 + Math.random() / 2), signal)
		wait_ms = Math.min(wait_ms * 2, LONGEST_WAIT_MS)
	}
}

/** Retrying doesn't fix an invalid filter or a missing permission. */
const isForGood = ({ status }: Refusal) => status >= 400 && status < 500 && status !== 429

const pause = (ms: number, signal: AbortSignal) =>
	new Promise<void>((resolve) => {
		const timer = setTimeout(resolve, ms)
		signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
	})

interface ServerEvent {
	event: string
	text: string
}

/** The events of a stream. It skips comments, which only keep the connection open. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
	const decoder = new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>
	const reader = body.pipeThrough(decoder).getReader()
	let rest = ''
	for (;;) {
		const { done, value } = await reader.read()
		if (done) return
		const blocks = (rest + value).split('\n\n')
		rest = blocks.pop() ?? ''
		for (const block of blocks) {
			const fields = block.split('\n').map((line) => line.split(/: ?(.*)/s) as [name: string, value?: string])
			const valuesOf = (wanted: string) => fields.flatMap(([name, text]) => (name === wanted ? [text ?? ''] : []))
			const [event] = valuesOf('event')
			if (event) yield { event, text: valuesOf('data').join('\n') }
		}
	}
}
