import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { App } from '../../context.ts'

/** The stored first response to a request with an `Idempotency-Key`. */
export interface Stored {
	fingerprint: string
	status: number
	body: string
	/** The audit row that it left; null if it left none. */
	audit_id: string | null
}

/** Thrown if the response to a request is already stored. `respondToError` returns it. */
export class Replay extends Error {
	readonly stored: Stored

	constructor(stored: Stored) {
		super('The response is already stored')
		this.stored = stored
	}
}

/** Responds with the stored response, `Idempotency-Replayed: true` and the first `Audit-Id`. */
export function replay(c: Context<App>, { status, body, audit_id }: Stored): Response {
	c.header('Idempotency-Replayed', 'true')
	if (audit_id !== null && !c.var.dry_run) c.header('Audit-Id', audit_id)
	if (status === 204) return c.body(null, 204)
	return c.body(body, status as ContentfulStatusCode, { 'Content-Type': 'application/json' })
}
