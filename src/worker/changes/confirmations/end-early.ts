import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { ApiError, conflict } from '../../ground/http/errors.ts'
import { loadChange, revert } from '../reverts/revert.ts'
import { requireProofOf } from '../reverts/reverter.ts'
import { ended } from './end.ts'
import { decidable, selectDecided } from './visible.ts'

type Caller = Context<SignedIn>

/**
 * Rolls a change back before its window is over, and returns it with its new status. A repeat changes nothing. Throws a 404, a
 * 409 if the change ended in another way, and whatever a revert throws.
 */
export async function endEarly(c: Caller, id: string, { confirm }: { confirm: 'true' | 'false' }) {
	const change = await decidable(c, id)
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
		const current = error instanceof ApiError && error.status === 409 ? await selectDecided(c, id) : undefined
		throw current && current.status !== 'pending' ? over(current) : error
	}
	return response.body
}

const over = ({ status }: { status: string }) =>
	conflict('change.over', {
		status,
	})
