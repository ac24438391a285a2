import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { decodeTime } from 'ulid'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { prepared, preparedAll } from '../../ground/db/prepared.ts'
import { withDeliveries } from '../../webhooks/endpoints/signal.ts'
import { addAgents } from '../agents/add.ts'
import { consume } from '../credits/consume.ts'
import { grantMonthly } from '../credits/monthly-grant.ts'
import { warn } from '../credits/warn.ts'
import { addTotals } from '../dashboard/totals.ts'
import { areReferralsSettled, rewardInviters } from '../referrals/reward.ts'
import { addUsage } from '../usage/add.ts'
import { shortfall } from './charge.ts'
import { insertEnds } from './end-event.ts'
import type { Terms } from './terms.ts'

// What a run leaves behind when it ends (spec 2.12, 4.7). Each statement works on all runs that one report ended, so a hundred
// runs cost as many statements as one. This file says which runs these are and in which order the statements run. What a
// statement does is in the slice whose rows it writes; its text is in `statements.sql`.

interface Ended {
	run_id: string
	org_id: string
	event_id: string
}

interface Settled {
	report_id: string
	/** The runs that the report says have ended. */
	ended: Ended[]
	/** The terms of their orgs. */
	terms: ReadonlyMap<string, Terms>
}

/** The statements that settle the runs of `ended` that the report `report_id` really ended, in the order of a batch. */
export function settle({ var: { db } }: WorkContext, { report_id, ended, terms }: Settled) {
	const at = now()
	// An alert of a budget has the time in the report's id. Where a clock went back, ids are ahead of it.
	const reported_at = new Date(decodeTime(report_id.slice(4))).toISOString()
	const since = reported_at < at ? reported_at : at
	const orgs = [...terms.keys()]
	const warned = [...terms].map(([org_id, { low_threshold: threshold }]) => ({
		org_id,
		threshold,
		low_id: newId('evt'),
		exhausted_id: newId('evt'),
	}))
	const mayBeDue = [...terms.values()].some(({ granted_month }) => granted_month !== at.slice(0, 7))
	const values = {
		report_id,
		run_ids: JSON.stringify(ended.map(({ run_id }) => run_id)),
		event_ids: JSON.stringify(ended.map(({ event_id }) => event_id)),
		count: ended.length,
		warned: JSON.stringify(warned),
	}
	const isHeard = [...terms.values()].some(({ has_endpoints }) => has_endpoints)
	const statements = [
		...(mayBeDue ? [granting(db, values)] : []),
		...Object.values(settling(db, values)),
		...(isHeard ? Object.values(telling(db, values)) : []),
		...(areReferralsSettled(orgs) ? [] : Object.values(rewarding(db, values))),
	]
	// Two of them emit events. `write()` notifies the endpoints once, whichever statements ask for it.
	return isHeard ? statements.map((statement) => withDeliveries(statement, since)) : statements
}

// A grant pays for the runs, so it's first.
const granting = prepared(['report_id', 'run_ids'], (db, value) => grantMonthly(db, payersOf(value)))

// The runs have their credits already. The shortfall says how much of them `consume` can't take.
const settling = preparedAll(['report_id', 'run_ids'], (db, value) => {
	const ended = endedBy(value)
	return {
		shortfall: shortfall(db, ended),
		consume: consume(db, ended),
		usage: addUsage(db, ended),
		agents: addAgents(db, ended),
		totals: addTotals(db, ended),
	}
})

// The events. `warn` reads the entries that `consume` wrote as the newest of their org, so rewards, which write entries too, follow it.
const telling = preparedAll(['report_id', 'run_ids', 'event_ids', 'count', 'warned'], (db, value) => ({
	end: insertEnds(db, endedBy(value), value.event_ids),
	warn: warn(db, { ...value, isOfReport: (run_id) => isEndedBy(value, run_id) }),
}))

const rewarding = preparedAll(['report_id', 'run_ids', 'count'], (db, value) =>
	rewardInviters(db, payersOf(value), value.count.getSQL()),
)

type Report = Record<'run_ids' | 'report_id', Placeholder>

/** What follows FROM: the runs that this report ended, `r`, each with its place in the report, `key`. */
const endedBy = ({ run_ids, report_id }: Report) =>
	sql`json_each(${run_ids}) JOIN runs r ON r.run_id = value AND r.settled_by = ${report_id}`

/** The orgs of the runs that had a cost. */
const payersOf = (report: Report) => sql`SELECT r.org_id FROM ${endedBy(report)} WHERE r.cost_microusd > 0`

const isEndedBy = ({ report_id }: Report, run_id: SQL) =>
	sql`EXISTS (SELECT 1 FROM "runs" WHERE runs.run_id = ${run_id} AND runs.settled_by = ${report_id})`
