import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The first answer to an `Idempotency-Key`, as it is stored. */
export interface Stored {
	fingerprint: string
	status: number
	body: string
}

/** Thrown when a request finds that its answer is stored already. `onError` answers with it. */
export class Replay extends Error {
	readonly stored: Stored

	constructor(stored: Stored) {
		super('The answer is stored')
		this.stored = stored
	}
}

/** Answers with what is stored, and says so in `Idempotency-Replayed`. */
export function replay(c: Context, { status, body }: Stored): Response {
	c.header('Idempotency-Replayed', 'true')
	if (status === 204) return c.body(null, 204)
	return c.body(body, status as ContentfulStatusCode, { 'Content-Type': 'application/json' })
}
