import { and, isNotNull, not } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, happenedWithin, now } from '../../ground/db/columns.ts'
import { write } from '../../ground/write/write.ts'
import { oidcDomains } from '../../sign-in/identities/table.ts'
import { checked } from './proof.ts'
import { isProved } from './txt-record.ts'

/** A domain may get another owner. */
const PROVED_FOR_MS = 7 * DAY_MS
const MAX_CHECKED = 10

/** Looks for the records of verified domains again, a week after the last look. Returns whether it left work. */
export async function proveAgain(c: WorkContext): Promise<boolean> {
	const { db } = c.var
	const due = await db
		.select()
		.from(oidcDomains)
		.where(and(isNotNull(oidcDomains.proved_at), not(happenedWithin(oidcDomains.checked_at, PROVED_FOR_MS))))
		.orderBy(oidcDomains.checked_at)
		.limit(MAX_CHECKED)
	for (const domain of due) {
		const isFound = await isProved(c.env, domain)
		await write(c, { checked: checked(db, domain.connection_id, { ...domain, isFound }, now()) })
	}
	return due.length === MAX_CHECKED
}
