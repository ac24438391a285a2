import { eq, sql } from 'drizzle-orm'
import { now, PLATFORM } from '../../ground/db/columns.ts'
import { jsonObject } from '../../ground/db/state.ts'
import { conflict } from '../../ground/http/errors.ts'
import type { Revertible } from '../../ground/write/configured.ts'
import { changedRows, prior } from '../../ground/write/kept-rows.ts'
import { roleOf } from '../../tenancy/orgs/access.ts'
import { heldOf, joinState } from '../budgets/live.ts'
import { refusalToDecide } from './deciders.ts'
import { decidedEvent } from './open.ts'
import { requests } from './table.ts'

const { raw } = sql

/**
 * Whether nobody has used what a request was granted: the run took nothing by it, and no limit that it raised is exceeded. A raise that
 * ended is gone, and taking it back would take from the one after it.
 */
function isUnused(request_id: string) {
	const at = now()
	const state = {
		budget_id: raw('b.id'),
		org_id: raw('r.org_id'),
		subject: raw(`a.value ->> 'subject'`),
		window_start: raw(`a.value ->> 'window_start'`),
	}
	const amount = raw('r.granted ->> b.unit')
	const exceeds = sql`coalesce(s.used, 0) + ${heldOf({ ...state, held: raw('s.held') }, at)} - coalesce(s.beyond, 0)
		> b."limit" + coalesce(iif(s.raised_until <= ${at}, 0, s.raised), 0) - ${amount}`
	return sql`NOT EXISTS (SELECT 1 FROM requests r CROSS JOIN json_each(r.spend, '$.budgets') AS a CROSS JOIN budgets b ON b.id = a.value ->> 'budget_id'
		${joinState(state)} LEFT JOIN budget_grants g ON g.run_id = r.run_id AND g.budget_id = b.id
		WHERE r.id = ${request_id} AND ${amount} > 0
		AND iif(b.scope = 'run' OR r.granted ->> 'for' = 'run', g.run_id IS NULL OR g.beyond > g.granted - ${amount}, ${exceeds} OR r.granted ->> 'until' <= ${at}))`
}

const { id, kind, run_id, spend, granted, decision, decision_reason, expires_at } = requests

/** A request as the audit log shows it. */
export const auditedRequest = (request_id: string) => ({
	target: requests,
	state: sql`(SELECT ${jsonObject({ id, kind, run_id, spend, granted, decision, decision_reason, expires_at })} FROM ${requests} WHERE ${eq(id, request_id)})`,
})

/** Whether a change began with a granted request, as its revert does. */
const wasGranted = (audit_id: string) =>
	sql`EXISTS (SELECT 1 FROM ${changedRows(audit_id, requests)} AND ${prior(requests)('decision')} = 'granted')`

/** What a run was granted and hasn't used can be taken back. Its request is declined then, and a trigger lowers the limits again. */
export const revertibleRequests: Revertible = {
	name: 'requests',
	called: ['The grant to the run', 'run_id'],
	writers: { platform: ['money.write'], org: ['org.settings'] },
	rows: {
		table: requests,
		owner: requests.owner,
		moving: {
			decision: sql`'declined'`,
			decided_at: now,
			decided_by: sql`requests.decided_by`,
			decision_reason: sql`'The grant was reverted.'`,
		},
		loose: ['told_at', 'mailed_at'],
	},
	audited: ({ target_id }) => auditedRequest(target_id),
	proof: 'power',
	refusalTo: (principal, { org_id }) =>
		refusalToDecide(principal, roleOf(principal, org_id ?? PLATFORM), { owner: org_id ?? PLATFORM, kind: 'spend' }),
	// The grant itself has told of its decision.
	follow: ({ var: { db } }, { audit_id, keys }) => keys.map((one) => decidedEvent(db, one, wasGranted(audit_id))),
	revertsIf: { holds: isUnused, refusal: () => conflict('request.used') },
}
