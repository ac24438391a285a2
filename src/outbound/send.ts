import type { Outgoing } from './request.ts'
import { openStream } from './stream.ts'

export interface Incoming {
	status: number
	headers: Headers
	text: string
}

/**
 * The one door for requests to addresses that a caller supplied. Holds them to the URL policy, follows no redirect, stops at
 * the deadline, and reads no more than it is told. Throws `OutboundError`; any status that is no redirect is an answer.
 */
export async function send(env: Env, url: string, outgoing: Outgoing): Promise<Incoming> {
	const { status, headers, chunks } = await openStream(env, url, outgoing)
	let text = ''
	for await (const chunk of chunks) text += chunk
	return { status, headers, text }
}
