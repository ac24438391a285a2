import type { UrlRules } from '../../outbound/policy.ts'
import { OutboundError } from '../../outbound/request.ts'
import { openStream, type Stream } from '../../outbound/stream.ts'
import { type Signers, signatureOf } from '../endpoints/sign.ts'

const TIMEOUT_MS = 15_000
const RESPONSE_CHARACTERS = 1_024
const MAX_BYTES = 65_536

/** Where events may be sent to. */
export const WEBHOOK_URL: UrlRules = { schemes: ['https:'] }

export interface Outcome {
	/** The answer's; null when there was none. */
	status_code: number | null
	/** Null for a 2xx, and for nothing else. */
	error: string | null
	latency_ms: number
	/** The beginning of the answer's body. */
	response: string
	retry_after: string | null
}

interface Message {
	url: string
	/** The same on every attempt, so that a receiver knows what it has had already. */
	id: string
	type: string
	created_at: string
	data: unknown
}

/** The body of every attempt (Standard Webhooks). */
export const bodyOf = ({ type, created_at, data }: Omit<Message, 'url' | 'id'>) =>
	JSON.stringify({ type, timestamp: created_at, data })

/** One attempt: signs, posts, and says what came of it. Never throws. Anything but a 2xx within 15 seconds is a failure. */
export async function attempt(env: Env, signers: Signers, { url, id, ...message }: Message): Promise<Outcome> {
	const started = Date.now()
	const body = bodyOf(message)
	const timestamp = Math.floor(started / 1000)
	const outcome = (
		status_code: number | null,
		error: string | null,
		response = '',
		retry_after: string | null = null,
	) => ({
		status_code,
		error,
		latency_ms: Date.now() - started,
		response,
		retry_after,
	})
	try {
		const headers = {
			'Content-Type': 'application/json',
			'User-Agent': 'Plinth-Webhooks/1',
			'webhook-id': id,
			'webhook-timestamp': String(timestamp),
			'webhook-signature': await signatureOf(signers, { id, timestamp, body }),
		}
		const answer = await openStream(env, url, {
			method: 'POST',
			headers,
			body,
			rules: WEBHOOK_URL,
			timeout_ms: TIMEOUT_MS,
			max_bytes: MAX_BYTES,
		})
		const isSuccess = answer.status >= 200 && answer.status < 300
		const error = isSuccess ? null : `status.${answer.status}`
		return outcome(answer.status, error, await beginningOf(answer), answer.headers.get('Retry-After'))
	} catch (error) {
		if (error instanceof OutboundError) return outcome(error.status, error.failure)
		return outcome(null, 'unreachable')
	}
}

// The status is the answer. Of its body so much is read as is kept, and a body that breaks off or never ends changes nothing.
async function beginningOf({ chunks, close }: Stream): Promise<string> {
	let text = ''
	try {
		for await (const chunk of chunks) {
			text += chunk
			if (text.length >= RESPONSE_CHARACTERS) break
		}
	} catch {
		// What has arrived is kept.
	}
	await close()
	return text.slice(0, RESPONSE_CHARACTERS).toWellFormed()
}
