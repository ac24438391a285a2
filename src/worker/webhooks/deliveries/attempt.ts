import { apiErrorIn } from '../../ground/http/errors.ts'
import { OutboundError } from '../../ground/outbound/request.ts'
import { openStream, type Stream } from '../../ground/outbound/stream.ts'
import { WEBHOOK_URL } from '../endpoints/schema.ts'
import { type Signers, signatureOf } from '../endpoints/sign.ts'

const TIMEOUT_MS = 15_000
const RESPONSE_CHARACTERS = 1_024
const MAX_BYTES = 65_536

/** The outcome of an attempt. */
export interface Outcome {
	/** The response's status; null if there was no response. */
	status_code: number | null
	/** Null for a 2xx, and for nothing else. */
	error: string | null
	latency_ms: number
	/** The first 1,024 characters of the response body. */
	response: string
	/** The response's `Retry-After` header. */
	retry_after: string | null
	/** The headers that differ between attempts; null if it couldn't be signed. */
	signed_at: number | null
	signature: string | null
}

interface Message {
	url: string
	/** The event's id. It's the same on every attempt, so receivers recognize a repeat. */
	id: string
	type: string
	created_at: string
	data: unknown
}

/** The headers that every attempt has. */
export const HEADERS = { 'Content-Type': 'application/json', 'User-Agent': 'Plinth-Webhooks/1' }

/** The body of every attempt (Standard Webhooks 1.0.0). */
export const bodyOf = ({ type, created_at, data }: Omit<Message, 'url' | 'id'>) =>
	JSON.stringify({ type, timestamp: created_at, data })

/**
 * Signs and posts one attempt, and returns its outcome. Never throws. Anything but a 2xx within 15 seconds is a failure, and so
 * is a key that `signersOf` can't open.
 */
export async function attempt(
	env: Env,
	signersOf: () => Promise<Signers>,
	{ url, id, ...message }: Message,
): Promise<Outcome> {
	const started = Date.now()
	const body = bodyOf(message)
	const timestamp = Math.floor(started / 1000)
	const outcome = (
		status_code: number | null,
		error: string | null,
		reply: Pick<Outcome, 'response' | 'retry_after'> = { response: '', retry_after: null },
	): Outcome => ({
		status_code,
		error,
		latency_ms: Date.now() - started,
		signed_at: signature === null ? null : timestamp,
		signature,
		...reply,
	})
	let signature: string | null = null
	try {
		signature = await signatureOf(await signersOf(), { id, timestamp, body })
	} catch (error) {
		return outcome(null, apiErrorIn(error)?.reason ?? 'secrets.unreadable')
	}
	try {
		const headers = {
			...HEADERS,
			'webhook-id': id,
			'webhook-timestamp': String(timestamp),
			'webhook-signature': signature,
		}
		const reply = await openStream(env, url, {
			method: 'POST',
			headers,
			body,
			rules: WEBHOOK_URL,
			timeout_ms: TIMEOUT_MS,
			max_bytes: MAX_BYTES,
		})
		const isSuccess = reply.status >= 200 && reply.status < 300
		const kept = { response: await beginningOf(reply), retry_after: reply.headers.get('Retry-After') }
		return outcome(reply.status, isSuccess ? null : `status.${reply.status}`, kept)
	} catch (error) {
		if (error instanceof OutboundError) return outcome(error.status, error.failure)
		return outcome(null, 'unreachable')
	}
}

// The status alone decides. A body that breaks off or never ends changes nothing, so we only read the part that we keep.
async function beginningOf({ chunks, close }: Stream): Promise<string> {
	let text = ''
	try {
		for await (const chunk of chunks) {
			text += chunk
			if (text.length >= RESPONSE_CHARACTERS) break
		}
	} catch {
		// Keep the characters that arrived before the error.
	}
	await close()
	return text.slice(0, RESPONSE_CHARACTERS).toWellFormed()
}
