import type { SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from './ground/db/database.ts'
import type { ApiError, FieldError } from './ground/http/errors.ts'
import type { Touching } from './ground/write/affects.ts'
import type { Effect } from './ground/write/effects.ts'
import type { Principal, Role, ServicePrincipal, Stake, UserPrincipal } from './principal.ts'

// What handlers and jobs get, and the types that the middleware, the chapters and the ground share. It imports no chapter.

/** What the edge knows about a request before anything is assessed. */
export interface RequestInfo {
	/** The address of the connection's other end. */
	peer: string
	/** `X-Forwarded-For`, as received. */
	forwarded_for: string | undefined
	/** `True-Client-IP`, as received. */
	true_client_ip: string | undefined
	user_agent: string
	/** Where the peer is: ISO 3166, `T1` for Tor; undefined if the edge doesn't know. */
	country: string | undefined
	city: string | undefined
	/** The number of the peer's network. */
	asn: number | undefined
}

export const UA_TYPES = ['browser', 'bot', 'tool', 'unknown'] as const
export type UaType = (typeof UA_TYPES)[number]

export const RISKS = ['anonymous', 'empty_user_agent', 'bot', 'hosting_network', 'tor'] as const
export type Risk = (typeof RISKS)[number]

/** The gateway's assessment of a request: where it came from, and how risky that is. */
export interface RiskAssessment {
	/** In its normalized spelling; `unknown` if it can't be read. */
	client_address: string
	/** Null if unknown, or if the address isn't the peer's: the edge knows only the peer's location. */
	country: string | null
	city: string | null
	ua_type: UaType
	/** From 0 to 1. */
	risk_score: number
	risk_reasons: Risk[]
}

/** A user whose password is right, and who has a second factor. */
export interface Asking {
	user_id: string
	/** What they can prove. */
	methods: string[]
	/** What must still hold when the challenge is stored. */
	guards: readonly BatchItem<'sqlite'>[]
	/** The error if it doesn't. */
	refusal: () => Promise<ApiError>
}

/** One POST under an `Idempotency-Key`: `id` identifies caller, org, path and key; `fingerprint` is the request's. */
export interface IdempotentCall {
	id: string
	fingerprint: string
}

/** The dry-run result so far. `write()` and `afterwards()` add to it, and the middleware responds with it. */
export interface DryRunResult {
	/** As the audit log would keep them. */
	changes: { target_type: string; target_id: string; before: unknown; after: unknown }[]
	/** The types of the events that the change would emit. */
	events: string[]
	/** What would happen outside of D1. */
	effects: Effect[]
	/** Whom the change touches. */
	affects: Touching[]
	/** The first ten movements of balances. */
	credits: { org_id: string; amount: number; balance_after: number; type: string }[]
	/** How many movements there would be, and their sum. */
	credits_total: { count: number; amount: number }
}

/** What `write()` audited in this request. */
export interface Audited {
	/** The id of the newest audit row; undefined while there is none. */
	id: string | undefined
}

/** What a change that waits for its confirmation adds to its batch. */
interface Unconfirmed {
	/**
	 * The last statement of the change. It needs the id of the audit row. It's in a list, because a promise would run a bare
	 * statement.
	 */
	book: (audit_id: string) => Promise<[BatchItem<'sqlite'>]>
	/** The error if another change of the same rows is already waiting. */
	refusal: ApiError
	/** Cancels the timer of a change that D1 refused. Never throws: a timer without a change does nothing. */
	disarm: () => Promise<void>
}

/** A call that a key proposes, or that is looked at or granted later. */
export interface Proposed {
	/** Of each batch the rows that it touches, as they were before, as text. More than one can't be made in one batch. */
	states: (string | null)[]
	/** Who carries it out, in the org that it's about. Undefined while it's proposed. */
	caller?: Principal
	/** Set if a person grants it. */
	grant?: {
		/** Who proposed it, for the audit row. */
		proposed_by: string
		/** Whether the request still waits for it. */
		waits: SQL
		/** The statement from which on the batch counts what it moves of balances. */
		counts: (c: Pick<WorkContext, 'var'>) => BatchItem<'sqlite'>
		/** The statements that decide the request. They refuse the batch unless `states` is what was shown. */
		decide: (c: Pick<WorkContext, 'var'>, states: SQL) => readonly BatchItem<'sqlite'>[]
		/** The error if they refused it, by D1's message. */
		refusal: (message: string) => ApiError | undefined
	}
}

/** What a caller holds while their request is answered. */
export interface Standing {
	/** The statement that refuses a batch unless they still hold all of it. */
	holds: () => BatchItem<'sqlite'> | undefined
	/** Why it did; undefined if it didn't. */
	refusal: () => Promise<ApiError | undefined>
}

export interface Variables {
	/** 32 lowercase hex digits: the W3C trace id of this request, and `trace_id` of its errors. */
	trace_id: string
	request_info: RequestInfo
	/** The address the request came from. Before the gateway's assessment it's the peer's own; `unknown` if it can't be read. */
	client_address: string
	/** Undefined on paths that aren't assessed. */
	assessment: RiskAssessment | undefined
	/** The 403 for this request's risk. The sign-in handlers throw it once they know who the caller is. */
	risk_refusal: ApiError | undefined
	database: Database
	/** Builds statements and runs reads. Running a write through it throws: `write()` in `src/worker/ground/write/write.ts` runs writes. */
	db: Database['reader']
	/** Set once the request is refused, for the access log. */
	refused: ApiError | undefined
	/** Counts the request of a tool, unless the request that it makes counts instead. Set on `/mcp` only. */
	count_call: () => Promise<void>
	/** Undefined if the request carries no valid credential. */
	principal: Principal | undefined
	/**
	 * Reads the principal of the request again, for a response that stays open. Undefined once the credential is no longer
	 * valid.
	 */
	principal_now: (db: Database['reader']) => Promise<Principal | undefined>
	/** The caller's standing, once it's known that the request uses a right to give something: its first change is refused without. */
	standing: Standing | undefined
	standing_of: () => Standing
	/** Behind `may`, for a caller from outside the org of the path: whether that org is still there. */
	presence: Standing | undefined
	/** Behind `may`: whose things the route is about, the id of an org or `platform`. */
	owner: string
	/** Behind `may`: the caller's role in that org. Null for operators, and at the platform's door. */
	role: Role | null
	/** The 401 that asks a user to prove again who they are; undefined if they just did, and after `since`. */
	ask_for_proof: (principal: UserPrincipal, stake: Stake, since: string) => Promise<ApiError | undefined>
	/** The 401 of a session that doesn't meet what's demanded of it now. */
	ask_to_meet: (principal: UserPrincipal) => Promise<ApiError>
	/** The 401 that has a user add the second factor that they need to act in the org. */
	ask_to_enrol: (asking: Omit<Asking, 'methods'> & { org_id: string }) => Promise<ApiError>
	/** The 401 that asks for the second factor of a user whose password is right. */
	ask_for_second_factor: (asking: Asking) => Promise<ApiError>
	/**
	 * Work that waits until the caller is known to have access. The access marker runs it, and it may throw. Set only for a
	 * POST.
	 */
	after_access: (() => Promise<void>) | undefined
	/** Set behind `checkedInside`: the handler replays a stored response itself. */
	is_checked_inside: boolean | undefined
	replay_stored: (() => Promise<void>) | undefined
	/** The org that a runtime asked for, as it was written. Undefined if it asked for none, or for several. */
	asked_org_id: string | undefined
	/** Set if the caller sent an `Idempotency-Key`. */
	idempotent_call: IdempotentCall | undefined
	/** Set if the caller wants a dry run: nothing may happen, neither in D1 nor outside of it. */
	dry_run: DryRunResult | undefined
	/** Set if the call may become a proposal, or is one. */
	proposed: Proposed | undefined
	/** Makes a proposed call as the caller of this request. */
	carry_out: (request: Request, proposed: Proposed) => Promise<Response>
	/** Where `write()` leaves the id of its audit row, for the header `Audit-Id`. Undefined without a request. */
	audited: Audited | undefined
	/** Set if the caller sent `Confirm-Within`: it books the change of this request as unconfirmed. */
	unconfirmed: Unconfirmed | undefined
	/** Whether the caller wants what we don't know to be refused. Undefined until somebody asks: `isStrict` in `src/worker/ground/http/ignored.ts`. */
	handling: 'strict' | 'lenient' | undefined
	/** What strict handling refuses of the input that's about to be validated. */
	not_known: FieldError[] | undefined
	/** What this request has and its operation doesn't know, as `X-Ignored` names it. */
	ignored: string[] | undefined
	/** Whether the parameters of the query have been read. */
	has_read_query: boolean | undefined
	/** Calls this path's own GET as the same caller. `If-Match` is compared with that response. */
	represent: () => Promise<Response>
}

/** The type behind every route and middleware of this Worker. */
export interface App {
	Bindings: Env
	Variables: Variables
}

/** The type behind handlers that follow an access marker. */
export type SignedIn = App & { Variables: { principal: Principal } }

/** The type behind handlers that only users can call. */
export type SignedInUser = App & { Variables: { principal: UserPrincipal } }

/** The type behind handlers that users and service accounts can call. */
export type SignedInSelf = App & { Variables: { principal: UserPrincipal | ServicePrincipal } }

/**
 * What all work has. A request's own context satisfies it; `systemContext()` makes one for cron, queues, Durable Objects and
 * RPC.
 */
export interface WorkContext {
	env: Env
	executionCtx: Pick<ExecutionContext, 'waitUntil'>
	/** How many statements the loops of a job may send. It grows as other jobs of the tick end. */
	share?: () => number
	var: Pick<
		Variables,
		| 'database'
		| 'db'
		| 'principal'
		| 'trace_id'
		| 'client_address'
		| 'idempotent_call'
		| 'dry_run'
		| 'proposed'
		| 'audited'
		| 'unconfirmed'
		| 'represent'
		| 'standing'
		| 'presence'
	>
	req: { method: string; header: (name: string) => string | undefined }
}

/** A work context of somebody who is signed in. */
export type Caller = WorkContext & { var: { principal: Principal } }
