import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { now, orgIdOf } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { requireRecentProof } from '../../ground/http/access.ts'
import { type ApiError, conflict, notFound } from '../../ground/http/errors.ts'
import type { VerbOf } from '../../ground/write/actions.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { forgetBody } from '../../spending/requests/body.ts'
import { refusalToDecide } from '../../spending/requests/deciders.ts'
import { decidedEvent } from '../../spending/requests/open.ts'
import { auditedRequest } from '../../spending/requests/revertible.ts'
import { isOpenAt, stillWaits } from '../../spending/requests/state.ts'
import { requests } from '../../spending/requests/table.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { ofOwner, requestColumns, type Row, toRequest } from './read.ts'

type Caller = Context<SignedIn>

/**
 * The request that the caller is about to decide. Throws 404, 403 for who only reads it, and 401 for who decides what they asked
 * themselves, without having proved who they are since.
 */
export async function decidable(c: Caller, id: string): Promise<Row> {
	const { db, owner, role, principal } = c.var
	const [row] = await db.select(requestColumns()).from(requests).where(ofOwner(owner, id)).limit(1)
	if (!row) throw notFound('Request')
	const refused = refusalToDecide(principal, role, row)
	if (refused) throw refused
	if (row.asked_by_id === actorOf(principal)) await requireRecentProof(c, 'power', row.created_at)
	return row
}

/** The statements that decide a request, if it's still open, and as it was read where that's needed. */
export function deciding(c: Caller, row: Row, decision: Decision, isSame = sql`1`) {
	const { db } = c.var
	return {
		decided: db
			.update(requests)
			.set(decision)
			.where(allOf(ofOwner(row.owner, row.id), isOpenAt(decision.decided_at), stillWaits(row), isSame)),
		found: ensureChanged(c),
		told: decidedEvent(db, row.id),
		forgotten: row.kind === 'change' && forgetBody(db, row.id),
	}
}

export const auditOf = (verb: VerbOf<'requests'>, row: Row) => ({
	action: `requests.${verb}` as const,
	...auditedRequest(row.id),
	target_id: row.id,
	org_id: orgIdOf(row.owner),
})

/** Declines a request. Throws 404, and 409 if it isn't open. */
export async function declineRequest(c: Caller, request_id: string, reason: string | null) {
	const row = await decidable(c, request_id)
	const decision = decisionBy(c, 'declined', reason)
	const body = toRequest({ ...row, ...decision, state: 'declined' })
	await write(c, deciding(c, row, decision), {
		audit: auditOf('decline', row),
		response: { status: 200, body },
		otherwise: () => overOr(c, row),
	})
	return body
}

export const decisionBy = (
	{ var: { principal } }: Caller,
	decision: 'granted' | 'declined',
	decision_reason: string | null,
) => ({ decision, decided_at: now(), decided_by: actorOf(principal), decision_reason })

export type Decision = ReturnType<typeof decisionBy> & { granted?: Row['granted'] }

/** Why a request can't be decided: it was, it lapsed, or it's no longer what was shown. */
export async function overOr(c: Caller, { owner, id: request_id }: Row): Promise<ApiError> {
	const [row] = await c.var.db.select(requestColumns()).from(requests).where(ofOwner(owner, request_id)).limit(1)
	if (!row) return notFound('Request')
	if (row.state === 'lapsed') return conflict('request.lapsed')
	if (row.state !== 'open') return conflict('request.decided', { state: row.state })
	return movedOn(row)
}

/** The 409 with what is asked for now. */
export function movedOn(row: Row): ApiError {
	const { hash, spend: asked } = toRequest(row)
	return conflict('request.moved_on', { hash, spend: asked })
}
