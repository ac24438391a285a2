import type { Principal } from './identity/auth/principal.ts'
import type { Database } from './db/database.ts'
import type { Judgement } from './traffic/callers/judge.ts'
import type { Sighting } from './traffic/callers/facts.ts'
import type { ApiError } from './http/errors.ts'
import type { IdempotentCall } from './http/idempotency.ts'

export interface Variables {
	/** 32 lowercase hex digits: the W3C trace id of this request, and `trace_id` of its errors. */
	trace_id: string
	/** What the edge saw of the request. */
	sighting: Sighting
	/** The address the request came from: the peer's own until it has been judged, `unknown` when it cannot be read. */
	client_address: string
	/** What the gateway made of the request; undefined where nothing is judged. */
	judgement: Judgement | undefined
	/** The 403 that this request's risk has earned. Signing in throws it itself, once it knows who it is. */
	risk_refusal: ApiError | undefined
	database: Database
	/** Reads only: a write through it throws. `commit()` in `src/db/commit.ts` is the way to write. */
	db: Database['reader']
	/** Undefined when the request carries no valid credential. */
	principal: Principal | undefined
	/** Set when the caller sent an `Idempotency-Key`. */
	idempotent_call: IdempotentCall | undefined
	/** Says that these webhook endpoints have something due; returns at once. */
	ring: (endpoint_ids: string[]) => void
	/** Answers this path's own GET for the same caller: what `If-Match` is compared with. */
	represent: () => Promise<Response>
}

/** What every route and middleware of this Worker is typed with. */
export interface App {
	Bindings: Env
	Variables: Variables
}
