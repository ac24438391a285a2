import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import { countedCredits } from '../../billing/credits/table.ts'
import type { Proposed, SignedIn } from '../../context.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { type ApiError, conflict, internalError, unavailable } from '../../ground/http/errors.ts'
import type { Reason, ReasonOf } from '../../ground/http/reasons.ts'
import type { Described } from '../../ground/write/dry-run.ts'
import type { Principal } from '../../principal.ts'
import { forgetBody } from '../../spending/requests/body.ts'
import { decidedEvent } from '../../spending/requests/open.ts'
import { isOpenAt, stillWaits } from '../../spending/requests/state.ts'
import { requests } from '../../spending/requests/table.ts'
import { permissionsOf } from '../../tenancy/principals/permissions.ts'
import { type Decision, decisionBy, overOr } from './decide.ts'
import { carryOut, type Change, hashOfCall, openBody } from './proposal.ts'
import { type Row, toRequest } from './read.ts'
import type { GrantRequest } from './schema.ts'

type Caller = Context<SignedIn>

/** What a proposed call did, or would do. */
interface Called {
	status: number
	/** Undefined if it has none. */
	body: { details?: { reason?: Reason } } | null
	/** Of the one batch: the rows that it touches, as they were before. */
	states: string | null
	headers: Headers
}

/** The caller, in the org that the request is about. An operator may act in another one, where they may be more. */
function callerOf({ var: { principal } }: Caller, { org_id }: Row): Principal {
	if (org_id === null || org_id === principal.org_id) return principal
	const held = [...permissionsOf(null, principal.platform_roles)].filter((one) => principal.permissions.has(one))
	return { ...principal, org_id, role: null, permissions: new Set(held) }
}

async function call(c: Caller, row: Row, body: string, grant?: Proposed['grant']): Promise<Called> {
	const proposed: Proposed = { states: [], caller: callerOf(c, row), ...(grant && { grant }) }
	const response = await carryOut(c, changeOf(row), body, proposed)
	const text = await response.text()
	const { status, headers } = response
	return { status, headers, body: text === '' ? null : JSON.parse(text), states: proposed.states[0] ?? null }
}

const changeOf = ({ change }: Row) => change as unknown as Change

const isDone = ({ status }: Called) => status < 300

const isFault = ({ status }: Called) => status === 500 || status === 503

/** What a grant of a dry run agrees to. */
const hashNow = (row: Row, { states, body }: Called) =>
	hashOfCall(row.org_id, changeOf(row), states, (body as Described).credits_total)

/** What granting a change would do now, for the caller; null if it has just ended. */
export async function changeNow(c: Caller, row: Row) {
	const body = await openBody(c, row.id)
	if (body === undefined) return null
	const called = await call(c, row, body)
	const hash = isDone(called) ? hashNow(row, called) : null
	// A fault says nothing about the rows.
	const is_same = isFault(called) ? null : hash === row.hash
	return { hash, is_same, response: { status: called.status, body: called.body } }
}

/**
 * Grants a change: makes the call as the caller, in a batch that also decides the request, and that is refused unless it touches what
 * was shown. Throws 409 if that has moved, or if something else refuses the call.
 */
export async function grantChange(c: Caller, row: Row, { hash, reason = null }: z.infer<typeof GrantRequest>) {
	if (row.state !== 'open') throw await overOr(c, row)
	const body = await openBody(c, row.id)
	if (body === undefined) throw await overOr(c, row)
	const shown = await call(c, row, body)
	if (!isDone(shown)) throw await refusalOf(c, row, shown)
	const current = hashNow(row, shown)
	if (current !== hash) throw moved(current, shown)
	const decision = decisionBy(c, 'granted', reason)
	const request = { ...toRequest({ ...row, ...decision, state: 'granted' }), budgets: null, now: null }
	const { dry_run } = c.var
	if (dry_run) {
		const found = shown.body as Described
		const { changes, events, affects, credits, credits_total, effect_codes: effects, status } = found
		Object.assign(dry_run, { changes, events, affects, credits, credits_total, effects })
		return { request, response: { status, body: found.body } }
	}
	const done = await call(c, row, body, granting(row, decision, shown))
	if (!isDone(done)) throw await refusalOf(c, row, done)
	const { audited } = c.var
	if (audited) audited.id = done.headers.get('Audit-Id') ?? undefined
	const confirm_id = done.headers.get('Confirm-Id')
	if (confirm_id !== null) c.header('Confirm-Id', confirm_id)
	return { request, response: { status: done.status, body: done.body } }
}

/** What the batch of the call gets in addition. */
const granting = (row: Row, decision: Decision, shown: Called): NonNullable<Proposed['grant']> => ({
	proposed_by: String(row.asked_by_id),
	counts: ({ var: { db } }) => db.insert(countedCredits).values({ count: 0, amount: 0 }),
	// Asked before the change, because one that deletes the org ends its requests, this one too.
	waits: exists(requests, allOf(eq(requests.id, row.id), isOpenAt(decision.decided_at), stillWaits(row))),
	decide: (inner, states: SQL) => {
		const { db } = inner.var
		const { count, amount } = (shown.body as Described).credits_total
		const isShown = sql`${states} IS ${shown.states} AND (SELECT (n.count, n.amount) = (${count}, ${amount}) FROM ${countedCredits} n)`
		// Without a time the row breaks a CHECK of its own, which tells what has moved from any other guard.
		const decided_at = sql`iif(${isShown}, ${decision.decided_at}, NULL)`
		return [
			db
				.update(requests)
				.set({ ...decision, decided_at })
				.where(eq(requests.id, row.id)),
			decidedEvent(db, row.id),
			...forgetBody(db, row.id),
			db.delete(countedCredits),
		]
	},
	refusal: (message) =>
		message.includes('requests_decided') ? conflict('request.moved_on', { hash: null }) : undefined,
})

/** Refusals that mean that something is no longer as it was shown, and not that the call may not be made. */
const HAS_MOVED = [404, 409, 412]

async function refusalOf(c: Caller, row: Row, called: Called): Promise<ApiError> {
	const { status, body } = called
	if (isFault(called)) return faultOf(called)
	const over = await overOr(c, row)
	if (over.reason !== 'request.moved_on') return over
	const response = { status, body }
	if (!HAS_MOVED.includes(status) || body?.details?.reason === 'limit.reached')
		return conflict('request.refused', { response })
	if (body?.details?.reason !== 'request.moved_on') return conflict('request.moved_on', { hash: null, response })
	const now = await changeNow(c, row)
	return conflict('request.moved_on', { hash: now?.hash ?? null, response: now?.response ?? response })
}

/** A fault of ours refuses nobody, and the batch may have happened: as with any call, only a repeat can tell. */
const faultOf = ({ status, body, headers }: Called) =>
	status === 503
		? unavailable(body?.details?.reason as ReasonOf<503>, Number(headers.get('Retry-After')))
		: internalError()

const moved = (hash: string, { status, body }: Called) =>
	conflict('request.moved_on', { hash, response: { status, body } })
