import { and, isNotNull, not } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, happenedWithin, now } from '../../ground/db/columns.ts'
import { eachOf } from '../../ground/write/each.ts'
import { nextRows, type Place } from '../../ground/write/place.ts'
import { write } from '../../ground/write/write.ts'
import { oidcDomains } from '../../sign-in/identities/table.ts'
import { checked } from './proof.ts'
import { isProved } from './txt-record.ts'

/** A domain may get another owner. */
const PROVED_FOR_MS = 7 * DAY_MS
const MAX_CHECKED = 10

/** Looks for the records of verified domains again, a week after the last look. Returns whether it left work. */
export async function proveAgain(c: WorkContext, place: Place): Promise<boolean> {
	const { db } = c.var
	const { connection_id, domain: name, proved_at, checked_at } = oidcDomains
	const isDue = and(isNotNull(proved_at), not(happenedWithin(checked_at, PROVED_FOR_MS)))
	const due = await nextRows(c, place, [connection_id, name], MAX_CHECKED, (isNext) =>
		db.select().from(oidcDomains).where(and(isDue, isNext)),
	)
	await eachOf(c, due, 'domain', async (domain) => {
		const isFound = await isProved(c.env, domain)
		await write(c, { checked: checked(db, domain.connection_id, { ...domain, isFound }, now()) })
	})
	return due.length === MAX_CHECKED
}
