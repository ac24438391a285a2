import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The stored first answer to a request with an `Idempotency-Key`. */
export interface Stored {
	fingerprint: string
	status: number
	body: string
}

/** Thrown when the answer to a request turns out to be stored. `answerError` answers with it. */
export class Replay extends Error {
	readonly stored: Stored

	constructor(stored: Stored) {
		super('The answer is stored')
		this.stored = stored
	}
}

/** Answers with the stored answer and `Idempotency-Replayed: true`. */
export function replay(c: Context, { status, body }: Stored): Response {
	c.header('Idempotency-Replayed', 'true')
	if (status === 204) return c.body(null, 204)
	return c.body(body, status as ContentfulStatusCode, { 'Content-Type': 'application/json' })
}
