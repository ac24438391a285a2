import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now, orgIdOf } from '../../ground/db/columns.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { keepPlace, type Place } from '../../ground/write/place.ts'
import { write } from '../../ground/write/write.ts'
import { notifyUsers } from '../../messages/notices/notify.ts'
import { callOf, decides, type Row, runOf } from './deciders.ts'
import { mailRequests } from './mail.ts'
import { isOpenAt } from './state.ts'
import { requests } from './table.ts'

/** How many requests a tick tells of. */
const AT_ONCE = 20

const { id, owner, kind, reason, spend, change, told_at, mailed_at } = requests

/**
 * The job: notifies those who decide of new requests, and mails them. The batch that notifies also takes the requests for the mails of
 * this tick, so no other tick mails them, and keeps in its place that they aren't sent yet. If the tick is killed then, the next one
 * sends them, once. Returns whether requests are left.
 */
export async function tellOfRequests(c: WorkContext, place: Place): Promise<boolean> {
	const { db } = c.var
	if (place.at !== null) {
		await keepPlace(c, place, null)
		await mailRequests(c, place.at)
		return true
	}
	const at = now()
	const found = await db
		.select({ id, owner, kind, reason, spend, change, told_at })
		.from(requests)
		.where(and(isOpenAt(at), isNull(mailed_at)))
		.orderBy(asc(told_at), asc(id))
		.limit(AT_ONCE)
	if (found.length === 0) return false
	const ids = found.map((one) => one.id)
	await write(c, {
		notices: found.filter((one) => one.told_at === null).map((one) => noticeOf(c, one)),
		taken: db
			.update(requests)
			.set({ told_at: sql`coalesce(${told_at}, ${at})`, mailed_at: at })
			.where(allOf(inArray(id, ids), isNull(mailed_at))),
		placed: place.move(at),
	})
	await mailRequests(c, at)
	await keepPlace(c, place, null)
	return found.length === AT_ONCE
}

function noticeOf({ var: { db } }: WorkContext, row: Row) {
	const notice = row.spend
		? ({ code: 'run_asks', values: { run: runOf(row), reason: row.reason ?? '' } } as const)
		: ({ code: 'key_proposes', values: { call: callOf(row) } } as const)
	const sent = {
		...notice,
		about: { request_id: row.id },
		org_id: orgIdOf(row.owner),
		when: exists(requests, allOf(eq(id, row.id), isNull(told_at))),
	}
	return notifyUsers(db, sent, decides({ owner: sql`${row.owner}`, kind: sql`${row.kind}` }))
}
