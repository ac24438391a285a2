import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { configEntries, entryPlace } from '../../ground/db/table.ts'
import { putSecret, seal } from '../../ground/secrets/vault.ts'
import { eachOf, eachPart } from '../../ground/write/each.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { keepPlace, type Place } from '../../ground/write/place.ts'
import { hasStatementBudget } from '../../ground/write/system.ts'
import { auditLogs, auditStates } from '../../ground/write/table.ts'
import { tryWrite, write } from '../../ground/write/write.ts'
import { isClear, isShown, keepingSecrets, maskAuditRows, mayShow } from './clear-values.ts'

/** How many entries one run seals. */
const ENTRIES = 200
/** How many audit rows one step looks at. */
const CHANGES = 500

/**
 * Seals the secrets that 0.1.0 stored in clear, and masks them in the audit log. Changes whose kept rows hold one lose those rows,
 * so they can no longer be reverted. Returns whether anything is left: the next tick continues.
 */
export const sealClearEntries = (c: WorkContext, place: Place): Promise<boolean> =>
	eachPart(c, { entries: () => sealEntries(c), changes: () => maskChanges(c, place) })

async function sealEntries(c: WorkContext): Promise<boolean> {
	const { key, value } = configEntries
	const entries = await c.var.db
		.select({ key, value })
		.from(configEntries)
		.where(isClear)
		.orderBy(asc(key))
		.limit(ENTRIES)
	let isBehind = entries.length === ENTRIES
	await eachOf(c, entries, 'key', async (entry) => {
		if (!hasStatementBudget(c)) isBehind = true
		else if (entry.value !== null) await sealEntry(c, entry.key, entry.value)
	})
	return isBehind
}

/** One batch, unless the entry changed in the meantime. */
async function sealEntry(c: WorkContext, key: string, value: string) {
	const { db } = c.var
	const sealed = await seal(c.env, entryPlace(key), value)
	await tryWrite(c, {
		cleared: db
			.update(configEntries)
			.set({ value: null })
			.where(and(eq(configEntries.key, key), eq(configEntries.value, value))),
		unchanged: ensureChanged(c),
		secret: putSecret(db, sealed),
		masked: maskAuditRows(db, eq(auditLogs.target_id, key)),
	})
}

/** Walks the changes of entries and documents, a few at a time. Returns whether the run ended before the walk. */
async function maskChanges(c: WorkContext, place: Place): Promise<boolean> {
	const { db } = c.var
	const { action, id } = auditLogs
	const keeping = keepingSecrets(sql`${auditStates.audit_id} = ${id}`)
	for (let at = place.at; hasStatementBudget(c);) {
		const [last_action, last_id] = at === null ? ['', ''] : (JSON.parse(at) as [string, string])
		const page = await db
			.select({
				action,
				id,
				is_clear: sql<number>`(${isShown} OR EXISTS (${keeping}))`.as('is_clear'),
			})
			.from(auditLogs)
			.where(and(mayShow, sql`(${action}, ${id}) > (${last_action}, ${last_id})`))
			.orderBy(asc(action), asc(id))
			.limit(CHANGES)
		const last = page.length === CHANGES ? page.at(-1) : undefined
		at = last ? JSON.stringify([last.action, last.id]) : null
		const clear = page.filter(({ is_clear }) => is_clear === 1).map((row) => row.id)
		if (clear.length > 0) await write(c, { ...masking(c, clear), moved: place.move(at) })
		else await keepPlace(c, place, at)
		if (at === null) return false
	}
	return true
}

function masking({ var: { db } }: WorkContext, ids: string[]) {
	const listed = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
	return {
		masked: maskAuditRows(db, inArray(auditLogs.id, listed)),
		forgotten: db
			.delete(auditStates)
			.where(inArray(auditStates.audit_id, sql`(${keepingSecrets(inArray(auditStates.audit_id, listed))})`)),
	}
}
