import { failureOf, type Outgoing, OutboundError, request } from './request.ts'

/** A response that's read while it arrives. */
export interface Stream {
	status: number
	headers: Headers
	/** The body's text in pieces. Throws `OutboundError` at the deadline, and beyond `max_bytes`. */
	chunks: AsyncGenerator<string, void>
	/** Ends the connection, and with it `chunks`. Always call it. */
	close: () => Promise<void>
}

/** `send` for responses that stream: the same policy and the same errors. The deadline covers the last piece. */
export async function openStream(env: Env, url: string, outgoing: Outgoing): Promise<Stream> {
	const signal = AbortSignal.timeout(outgoing.timeout_ms)
	try {
		const response = await request(env, url, outgoing, signal)
		return { status: response.status, headers: response.headers, ...pieces(response, outgoing.max_bytes, signal) }
	} catch (error) {
		throw failureOf(error, signal)
	}
}

function pieces({ body, status }: Response, max_bytes: number, signal: AbortSignal): Pick<Stream, 'chunks' | 'close'> {
	const reader = body?.getReader()
	// Canceling the reader ends a pending read, so a stalled body holds nobody beyond the deadline.
	const cancel = () => void reader?.cancel().catch(() => undefined)
	signal.addEventListener('abort', cancel)
	const close = async () => {
		signal.removeEventListener('abort', cancel)
		await reader?.cancel().catch(() => undefined)
	}
	async function* chunks() {
		if (!reader) return
		const decoder = new TextDecoder()
		let bytes = 0
		try {
			for (;;) {
				const { done, value } = await reader.read()
				if (signal.aborted) throw new OutboundError('timeout', status)
				if (done) return
				bytes += value.byteLength
				if (bytes > max_bytes) throw new OutboundError('too_large', status)
				yield decoder.decode(value, { stream: true })
			}
		} catch (error) {
			throw failureOf(error, signal)
		} finally {
			await close()
		}
	}
	return { chunks: chunks(), close }
}
