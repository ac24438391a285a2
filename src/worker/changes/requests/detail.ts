import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { notFound } from '../../ground/http/errors.ts'
import { selectStanding, standingOf } from '../../spending/requests/standing.ts'
import { requests } from '../../spending/requests/table.ts'
import { ofOwner, requestColumns, toRequest } from './read.ts'

/** A request that the owner decides, with how its budgets stand, in one D1 call, or what its call would do. Throws 404. */
export async function readRequest(c: Context<SignedIn>, owner: string, id: string) {
	const { db } = c.var
	const [[row], standing] = await db.batch([
		db.select(requestColumns()).from(requests).where(ofOwner(owner, id)).limit(1),
		selectStanding(db, id),
	])
	if (!row) throw notFound('Request')
	const isWaiting = row.kind === 'change' && row.state === 'open'
	const now = isWaiting ? await (await import('./grant-change.ts')).changeNow(c, row) : null
	return { ...toRequest(row), budgets: standingOf(row.spend, standing, row.state === 'open'), now }
}
