import type { Outgoing } from './request.ts'
import { openStream } from './stream.ts'

/** A response that was read completely. */
interface Incoming {
	status: number
	headers: Headers
	text: string
}

/**
 * Every request to an address that a caller supplied goes through here. It enforces the URL policy, doesn't follow redirects,
 * stops at the deadline, and reads at most `max_bytes`. It returns any status but a redirect. Throws `OutboundError`.
 */
export async function send(env: Env, url: string, outgoing: Outgoing): Promise<Incoming> {
	const { status, headers, chunks } = await openStream(env, url, outgoing)
	let text = ''
	for await (const chunk of chunks) text += chunk
	return { status, headers, text }
}
