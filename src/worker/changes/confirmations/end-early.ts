import { and, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { ApiError, conflict, notFound } from '../../ground/http/errors.ts'
import { loadChange, revert } from '../reverts/revert.ts'
import { requireProofOf } from '../reverts/reverter.ts'
import { changeColumns } from './book.ts'
import { ended } from './end.ts'
import { unconfirmedChanges } from './table.ts'
import { decidedBy } from './visible.ts'

type Caller = Context<SignedIn>

/**
 * Rolls a change back before its window is over, and returns it with its new status. A repeat changes nothing. Throws a 404, a
 * 409 if the change ended in another way, and whatever a revert throws.
 */
export async function endEarly(c: Caller, id: string, { confirm }: { confirm: 'true' | 'false' }) {
	const change = await read(c, id)
	if (!change) throw notFound('Unconfirmed change')
	if (change.status === 'reverted') return change
	if (change.status !== 'pending') throw over(change)
	const loaded = await loadChange(c, change.audit_id)
	if (!loaded) throw new Error('An unconfirmed change has no audit row')
	await requireProofOf(c, loaded)
	const end = { status: 'reverted', reverted_by: newId('aud'), ended_at: now(), isEarly: true } as const
	const { isEarly: _, ...fields } = end
	const response = { status: 200, body: { ...change, ...fields } }
	try {
		await revert(c, loaded, { id: end.reverted_by, confirm, also: ended(c, change, loaded, end), response })
	} catch (error) {
		// Somebody may have confirmed or ended it in the meantime.
		const current = error instanceof ApiError && error.status === 409 ? await read(c, id) : undefined
		throw current && current.status !== 'pending' ? over(current) : error
	}
	return response.body
}

async function read({ var: { db, principal } }: Caller, id: string) {
	const where = and(eq(unconfirmedChanges.id, id), decidedBy(principal))
	const [change] = await db.select(changeColumns).from(unconfirmedChanges).where(where).limit(1)
	return change
}

const over = ({ status }: { status: string }) =>
	conflict('change.over', {
		status,
	})
