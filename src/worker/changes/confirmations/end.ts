import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, hasCome, newId, now } from '../../ground/db/columns.ts'
import { ApiError } from '../../ground/http/errors.ts'
import { eachOf } from '../../ground/write/each.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { nextRows, type Place } from '../../ground/write/place.ts'
import { idOlderThan, type Retention } from '../../ground/write/retention.ts'
import { tryWrite } from '../../ground/write/write.ts'
import { notify, notifyPlatformAdmins, notifyUser } from '../../messages/notices/notify.ts'
import { type ChangeToRevert, loadChange, revert } from '../reverts/revert.ts'
import { MAX_S, unconfirmedChanges } from '../reverts/table.ts'
import { toldOf } from './told.ts'

type Unconfirmed = Omit<typeof unconfirmedChanges.$inferSelect, 'rival_count' | 'idempotency_id'>

export const isOverdue = () => hasCome(unconfirmedChanges.due_at, MAX_S * 1_000)

/** The maximum number of changes that one tick rolls back. */
const CHUNK = 100

/** Rolls back changes that nobody confirmed in time and whose alarm was lost. Cron calls it. */
export async function endOverdue(c: WorkContext, place: Place): Promise<void> {
	const { id, due_at, status } = unconfirmedChanges
	const overdue = await nextRows(c, place, [due_at, id], CHUNK, (isNext) =>
		c.var.db
			.select({ id, due_at })
			.from(unconfirmedChanges)
			.where(and(sql`${status} = 'pending'`, isOverdue(), isNext)),
	)
	await eachOf(c, overdue, 'id', (change) => endUnconfirmed(c, change.id))
}

/**
 * Rolls one change back if it's still unconfirmed and due, and notifies its maker. It needs nobody's permission. The result says
 * whether anything is left to do.
 */
export async function endUnconfirmed(c: WorkContext, id: string): Promise<'ended' | 'not due' | 'missing'> {
	const { db } = c.var
	const [change] = await db
		.select({ ...getTableColumns(unconfirmedChanges), is_overdue: sql<number>`${isOverdue()}`.as('is_overdue') })
		.from(unconfirmedChanges)
		.where(eq(unconfirmedChanges.id, id))
		.limit(1)
	if (!change) return 'missing'
	if (change.status !== 'pending') return 'ended'
	if (!change.is_overdue) return 'not due'
	const loaded = await loadChange(c, change.audit_id)
	if (!loaded) throw new Error('An unconfirmed change has no audit row')
	try {
		const reverted_by = newId('aud')
		await revert(c, loaded, { id: reverted_by, also: ended(c, change, loaded, { status: 'reverted', reverted_by }) })
	} catch (error) {
		if (!(error instanceof ApiError) || error.status !== 409) throw error
		const reason = error.reason ?? null
		// If somebody confirmed or ended it in the meantime, this changes nothing.
		await tryWrite(c, ended(c, change, loaded, { status: 'failed', reason }))
	}
	return 'ended'
}

interface End {
	status: 'reverted' | 'failed'
	reason?: string | null
	reverted_by?: string
	ended_at?: string
	/** Whether somebody ended the change before its window was over. */
	isEarly?: true
}

/** The statements that end a pending change, and notify its maker and the people who manage the settings that it changed. */
export function ended(c: WorkContext, change: Unconfirmed, { change: audited }: ChangeToRevert, end: End) {
	const { status, reason = null, reverted_by = null, ended_at = now(), isEarly = false } = end
	const { db } = c.var
	const { id, target_type, target_id, audit_id, maker_user_id, org_id } = change
	const isPending = sql`${eq(unconfirmedChanges.id, id)} AND ${unconfirmedChanges.status} = 'pending'`
	const isReverted = status === 'reverted'
	const noticeOf = (why: 'late' | 'early' | 'nobody') => ({
		code: isReverted ? ('change_reverted' as const) : ('change_not_reverted' as const),
		values: { ...toldOf(audited), why },
		about: { change_id: id, audit_id, target_type, target_id, reason },
	})
	const others = { ...noticeOf('nobody'), when: sql`u.id <> ${maker_user_id}` }
	return {
		ended: db.update(unconfirmedChanges).set({ status, reason, reverted_by, ended_at }).where(isPending),
		stillPending: ensureChanged(c),
		told: notifyUser(db, {
			...noticeOf(isEarly ? 'early' : 'late'),
			user_id: maker_user_id,
			org_id,
		}),
		othersTold:
			org_id === null ? notifyPlatformAdmins(db, others) : notify(db, { ...others, org_id, roles: ['owner'] }),
	}
}

export const RETENTION: Retention[] = [
	{
		table: unconfirmedChanges,
		expired: () =>
			sql`${idOlderThan(unconfirmedChanges.id, 'chg', 30 * DAY_MS)} AND ${unconfirmedChanges.status} <> 'pending'`,
	},
]
