import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { newId } from '../../db/columns.ts'
import { jsonObject } from '../../db/state.ts'
import { type ApiError, conflict } from '../../http/errors.ts'
import { ensureCallerAdmitted, selfLockout } from '../../traffic/ip-rules/self-lockout.ts'
import { type Audit, stateFor } from '../../write/audit.ts'
import { ensure } from '../../write/guards.ts'
import { auditLogs } from '../../write/table.ts'
import { type Part, write } from '../../write/write.ts'
import { NOT_REVERTIBLE } from './not-revertible.ts'
import { ownRow } from './own-row.ts'
import type { Change, Condition, Own, Reverter } from './reverter.ts'
import { REVERTERS } from './reverters.ts'
import {
	areSecretsKept,
	areSecretsUnchanged,
	deletion,
	isUnchanged,
	restoration,
	restoredSecrets,
	touchedBy,
	touchedSecrets,
} from './rows.ts'

/** A change with what a revert must know before its batch. All of it is written once and never changed. */
export interface Loaded {
	change: Change
	own: Own
	/** Whether any row is kept of the change. */
	is_kept: boolean
	/** Whether the change put, replaced or deleted a secret. */
	moved_secret: boolean
}

/** Reads a change; undefined when there is none. One D1 call. */
export async function loadChange(
	{ var: { db } }: Pick<WorkContext, 'var'>,
	audit_id: string,
): Promise<Loaded | undefined> {
	const ofChange = sql`FROM audit_states s WHERE s.audit_id = ${auditLogs}.id`
	const own = sql`${ofChange} AND s.table_name = ${auditLogs}.target_type AND s.row_key IN (json_array(${auditLogs}.target_id), json_array(coalesce(${auditLogs}.org_id, 'platform'), ${auditLogs}.target_id))`
	const [found] = await db
		.select({
			change: getTableColumns(auditLogs),
			before: sql<string | null>`(SELECT s.before ${own})`.as('own_before'),
			after: sql<string | null>`(SELECT s.after ${own})`.as('own_after'),
			is_kept: sql<number>`EXISTS (SELECT 1 ${ofChange})`.as('is_kept'),
			moved_secret:
				sql<number>`EXISTS (SELECT 1 ${ofChange} AND s.table_name = 'secrets' AND s.before IS NOT s.after)`.as(
					'moved_secret',
				),
		})
		.from(auditLogs)
		.where(eq(auditLogs.id, audit_id))
		.limit(1)
	if (!found) return undefined
	return {
		change: found.change,
		own: { before: parsed(found.before), after: parsed(found.after) },
		is_kept: found.is_kept === 1,
		moved_secret: found.moved_secret === 1,
	}
}

/** The reverter of a change. Throws the 409 of a change that cannot be set back, and of one whose rows are no longer kept. */
function requireReverter({ change: { action, target_type }, is_kept }: Loaded): Reverter {
	const reverter = REVERTERS[target_type]
	const why = NOT_REVERTIBLE[action] ?? NOT_REVERTIBLE[target_type]
	if (why !== undefined || !reverter)
		throw conflict(`This change cannot be set back. ${why ?? ''}`.trim(), { reason: 'audit.not_revertible', action })
	if (!is_kept)
		throw conflict('No row of this change is kept: it changed none, or it is older than 30 days', {
			reason: 'audit.not_kept',
		})
	return reverter
}

const parsed = (state: string | null) => (state === null ? null : (JSON.parse(state) as Record<string, unknown>))

interface Options {
	/** Whether the caller may shut out their own address. */
	confirm?: 'true' | 'false'
	/** The id of the revert's audit row. */
	id?: string
	/** Statements of the same batch, in front of the others. */
	also?: Record<string, Part>
}

/**
 * Sets a change back: the rows that it touched become what they were before it. The batch holds only while each of them is as the
 * change left it. Gives the revert's own audit row. Errors: 409 with the reason.
 */
export async function revert(
	c: WorkContext,
	loaded: Loaded,
	{ confirm = 'false', id = newId('aud'), also = {} }: Options = {},
) {
	const { change, own, moved_secret } = loaded
	const { db, principal } = c.var
	const reverter = requireReverter(loaded)
	const { tables, secrets } = reverter
	const own_row = ownRow(id)
	const redirect = moved_secret ? undefined : reverter.redirect?.(c, change, own)
	const conditions = conditionsOf(c, loaded, reverter)
	const audit: Audit = {
		...reverter.shown(change),
		id,
		action: redirect?.action ?? `${change.target_type}.revert`,
		target_id: change.target_id,
		org_id: change.org_id,
		reverts: change.id,
		undo: [...tables.map((kept) => touchedBy(change.id, kept)), ...(secrets ? [touchedSecrets(change.id)] : [])],
	}
	const changes: Record<string, Part> = {
		...also,
		conditions: conditions.map(({ holds }) => ensure(c, holds)),
		notice: redirect?.notice,
		event: reverter.events?.(c, change),
		deleted: tables.toReversed().map((kept) => own_row.onto(deletion(db, change.id, kept))),
		restored: tables.map((kept) => restoration(db, change.id, kept)),
		secrets: secrets && restoredSecrets(db, change.id),
		admitted:
			reverter.locksOut &&
			principal?.org_id === change.org_id &&
			ensureCallerAdmitted({ ...c, var: { ...c.var, principal } }, confirm),
	}
	const commit = reverter.commit ?? ((...[, , parts, options]) => write(c, parts, options))
	await commit(c, change, changes, {
		audit,
		answer: { status: 200, body: answerOf(id) },
		duplicate: taken,
		otherwise: () => refusal(c, loaded, audit, conditions),
	})
	await reverter.after?.(c, change, own)
	return own_row.row()
}

/** What must hold in front of the revert, and what is said when it does not. */
function conditionsOf(c: WorkContext, { change }: Loaded, { tables, secrets, limits }: Reverter): Condition[] {
	const unchanged = tables.map((kept) => isUnchanged(change.id, kept))
	if (secrets) unchanged.push(areSecretsUnchanged(change.id))
	return [
		{ holds: sql.join(unchanged, sql` AND `), refusal: () => movedOn(c, change) },
		...(secrets ? [{ holds: areSecretsKept(c.env, change.id), refusal: secretGone }] : []),
		...(c.var.principal ? (limits?.(change) ?? []) : []),
	]
}

const secretGone = () =>
	conflict('A secret that this change replaced is no longer kept. Set the secret again.', {
		reason: 'audit.secret_gone',
	})

/** The 409 with the state that the change left, and the state now, both as the audit log shows them. */
async function movedOn({ var: { db } }: WorkContext, change: Change) {
	const shown = REVERTERS[change.target_type]?.shown(change) as Audit
	const state = shown.kept ?? stateFor({ ...shown, target_id: change.target_id })
	const { current } = await db.get<{ current: string | null }>(sql`SELECT ${state} AS current`)
	return conflict('The target has changed since. Revert the later changes first.', {
		reason: 'audit.moved_on',
		expected: change.after,
		current: current === null ? null : JSON.parse(current),
	})
}

const taken = (constraint: string) =>
	conflict('Another row has taken a value that must be unique. Change or delete that row first.', {
		reason: 'audit.taken',
		columns: constraint.split(', ').map((column) => column.split('.')[1]),
	})

/** Why the batch was refused: a condition that does not hold, the caller's own address, or a row that another row needs. */
async function refusal(c: WorkContext, { change }: Loaded, audit: Audit, conditions: Condition[]): Promise<ApiError> {
	const asked = conditions.map(({ holds }, index) => sql`(${holds}) AS ${sql.identifier(`c${index}`)}`)
	const held = await c.var.db.get<Record<string, number>>(sql`SELECT ${sql.join(asked, sql`, `)}`)
	const failed = conditions.find((_, index) => held[`c${index}`] !== 1)
	if (failed) return failed.refusal(c)
	if (REVERTERS[change.target_type]?.locksOut) return selfLockout(c)
	return conflict(
		'Another row depends on what this revert would delete, or what it would bring back depends on a row that is gone',
		{
			reason: 'audit.dependents',
			target_id: audit.target_id,
		},
	)
}

/** The audit row of a revert, as the API answers it. */
const answerOf = (id: string): SQL =>
	sql`(SELECT json_set(${jsonObject(getTableColumns(auditLogs))}, '$.reverted_by', NULL) FROM ${auditLogs} WHERE ${eq(auditLogs.id, id)})`
