import type { Outgoing } from './request.ts'
import { openStream } from './stream.ts'

/** An answer that was read completely. */
export interface Incoming {
	status: number
	headers: Headers
	text: string
}

/**
 * The one door for requests to addresses that a caller supplied. It holds them to the URL policy, follows no redirect, stops
 * at the deadline, and reads at most `max_bytes`. Any status but a redirect is an answer. Throws `OutboundError`.
 */
export async function send(env: Env, url: string, outgoing: Outgoing): Promise<Incoming> {
	const { status, headers, chunks } = await openStream(env, url, outgoing)
	let text = ''
	for await (const chunk of chunks) text += chunk
	return { status, headers, text }
}
