import { sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { packed } from '../../ground/db/packed.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { type ApiError, apiErrorIn } from '../../ground/http/errors.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { guard } from '../../ground/write/guards.ts'
import { idOlderThan, type Retention } from '../../ground/write/retention.ts'
import { systemContext } from '../../ground/write/system.ts'
import { write } from '../../ground/write/write.ts'
import { merged, type Report } from '../runs/merge.ts'
import { ownerOf } from '../runs/owner.ts'
import { toRows, writeRows } from '../runs/report.ts'
import { areUnheard, onCurrentTerms } from '../runs/terms.ts'
import type { Message } from './accept.ts'
import { rejectedReports } from './table.ts'

// Writes reports from the queue, hundreds in a batch. A message is acknowledged once its reports are written. If the consumer dies
// first, the queue delivers it again, and repeated reports change nothing. A report that can't be written becomes a rejected
// report in the same batch.

/** Reports in one batch. D1 serves nobody else meanwhile. */
const WRITTEN_AT_ONCE = 250
/** Seconds until the next try while the database is full. Somebody has to make room, and that takes longer than an outage. */
const FULL_WAIT_S = 300
/** The last queue tries a message 100 times, so there it waits as long as the queue keeps messages: four days. */
const DEAD_FULL_WAIT_S = 3_600

type Wait = (work: Promise<unknown>) => void

/** A report, with the id that it gets if it's rejected. */
interface Accepted {
	id: string
	at: string
	report: Report
}

const acceptedIn = ({ body }: globalThis.Message): Accepted[] => {
	const { id, accepted_at, reports } = body as Message
	return reports.map((report, index) => ({ id: `${id}_${index}`, at: accepted_at, report }))
}

/** Writes the reports of the queue's messages. */
export async function consumeReports(env: Env, batch: MessageBatch, waitUntil: Wait): Promise<void> {
	const c = systemContext(env, waitUntil, { isTraced: false })
	let outage: ApiError | undefined
	for (const together of packed(batch.messages, countOf, WRITTEN_AT_ONCE)) outage = await take(c, together, outage)
}

const countOf = ({ body }: globalThis.Message) => (body as Message).reports.length

/**
 * Writes the reports of the messages together. If that fails, by halves, so one bad report holds up no others. During an outage
 * it puts all of them off and doesn't try. Returns the outage, for those that follow.
 */
async function take(
	c: WorkContext,
	messages: globalThis.Message[],
	outage: ApiError | undefined,
): Promise<ApiError | undefined> {
	if (outage) return putOff(messages, outage, FULL_WAIT_S)
	try {
		await writeAccepted(c, messages.flatMap(acceptedIn))
		for (const message of messages) message.ack()
		return undefined
	} catch (error) {
		logError({ run_reports: messages.map(({ id }) => id), trace_id: c.var.trace_id, error: errorName(error) })
		let during = outageIn(error)
		if (during || messages.length === 1) return putOff(messages, during, FULL_WAIT_S)
		for (const half of halves(messages)) during = await take(c, half, during)
		return during
	}
}

/** Has the queue deliver the messages again: after its own delay, or after `full_wait_s` if the database is full. */
function putOff(messages: globalThis.Message[], outage: ApiError | undefined, full_wait_s: number) {
	const isFull = outage?.reason === 'database.full'
	for (const message of messages) message.retry(isFull ? { delaySeconds: full_wait_s } : undefined)
	return outage
}

/** Takes messages that the queue gave up on, and rejects the single reports that still can't be written. */
export async function consumeDeadReports(env: Env, batch: MessageBatch, waitUntil: Wait): Promise<void> {
	const c = systemContext(env, waitUntil, { isTraced: false })
	for (const message of batch.messages)
		try {
			await writeOrReject(c, acceptedIn(message))
			message.ack()
		} catch (error) {
			logError({ queue: batch.queue, message: message.id, trace_id: c.var.trace_id, error: errorName(error) })
			putOff([message], outageIn(error), DEAD_FULL_WAIT_S)
		}
}

async function writeOrReject(c: WorkContext, accepted: Accepted[]): Promise<void> {
	try {
		await writeAccepted(c, accepted)
	} catch (error) {
		if (outageIn(error)) throw error
		if (accepted.length > 1) for (const half of halves(accepted)) await writeOrReject(c, half)
		else {
			const json = JSON.stringify(accepted.map(rejectable))
			await write(c, { rejected: reject(c.var.db, json, sql`'runs.not_written'`) })
		}
	}
}

/** The 503 of a database that takes nothing right now; undefined if the reports are the reason. */
function outageIn(error: unknown): ApiError | undefined {
	const found = apiErrorIn(error)
	return found?.status === 503 ? found : undefined
}

const halves = <T>(items: T[]): T[][] => [items.slice(0, items.length / 2), items.slice(items.length / 2)]

/** Writes reports in one batch. Reports of one run that name different orgs need a batch each. */
async function writeAccepted(c: WorkContext, accepted: Accepted[]): Promise<void> {
	const { db } = c.var
	for (let left = accepted; left.length > 0;) {
		const taken = new Map<string, Accepted>()
		const later: Accepted[] = []
		for (const one of left) {
			const known = taken.get(one.report.run_id)
			if (!known) taken.set(one.report.run_id, one)
			else if (known.report.org_id !== one.report.org_id) later.push(one)
			else taken.set(one.report.run_id, { ...known, report: merged(known.report, one.report) })
		}
		const rows = toRows([...taken.values()].map(({ report, at }) => ({ report, at_ms: Date.parse(at) })))
		const json = JSON.stringify([...taken.values()].map(rejectable))
		await onCurrentTerms(async (stale, isLast) => {
			const { unheard, written } = await writeRows(c, rows, 'ofKnownOrgs')
			const parts = { unheard: stillUnheard(db, { unheard }), written, rejected: reject(db, json, REASON) }
			return write(c, parts, isLast ? {} : { otherwise: stale })
		})
		left = later
	}
}

const stillUnheard = prepared(['unheard'], (db, { unheard }) => guard(db, areUnheard(unheard)))

const rejectable = ({ id, at, report }: Accepted) => ({
	id,
	run_id: report.run_id,
	org_id: report.org_id,
	created_at: at,
	report,
})

// Evaluated after the runs are written: if two orgs report a new run, the first one owns it.
const REASON = sql`(SELECT iif(o.id IS NULL, 'runs.unknown_org', iif(${ownerOf} <> value ->> 'org_id', 'runs.other_org', NULL))
	FROM (SELECT 1) LEFT JOIN orgs o ON o.id = value ->> 'org_id' AND o.deleted_at IS NULL)`

const given = (name: string) => sql.raw(`value ->> '${name}'`)

/** The statement that keeps the reports which have a reason to be rejected. */
function reject(db: Database['reader'], json: string, reason: typeof REASON) {
	return insertFrom(
		db,
		rejectedReports,
		{
			id: given('id'),
			run_id: given('run_id'),
			org_id: given('org_id'),
			reason: sql`reason`,
			report: given('report'),
			created_at: given('created_at'),
		},
		sql`(SELECT value, ${reason} AS reason FROM json_each(${json})) WHERE reason IS NOT NULL`,
	).onConflictDoNothing()
}

/** Rejected reports are kept for 30 days. */
export const RETENTION: Retention[] = [
	{ table: rejectedReports, expired: () => idOlderThan(rejectedReports.id, 'rej', 30 * DAY_MS) },
]
