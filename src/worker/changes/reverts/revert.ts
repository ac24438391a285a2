import { and, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { newId, PLATFORM } from '../../ground/db/columns.ts'
import { jsonObject } from '../../ground/db/state.ts'
import { type ApiError, conflict, conflictSaying, notFound } from '../../ground/http/errors.ts'
import { type RevertibleKind, whyNotRevertible } from '../../ground/write/actions.ts'
import type { Statements } from '../../ground/write/after-commit.ts'
import type { Audit } from '../../ground/write/audit.ts'
import { ensure } from '../../ground/write/guards.ts'
import type { StoredResponse } from '../../ground/write/idempotency.ts'
import { keptUrl, MAX_URLS } from '../../ground/write/redirects.ts'
import { stateFor } from '../../ground/write/resource.ts'
import { auditLogs, auditStates } from '../../ground/write/table.ts'
import { write } from '../../ground/write/write.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { REVERTIBLE } from '../kinds.ts'
import { ownRow } from './own-row.ts'
import { keptOf, type Reverter, reverterOf, shownOf } from './reverter.ts'
import {
	areSecretsKept,
	areSecretsUnchanged,
	deletion,
	endOfTrial,
	growthOf,
	isUnchanged,
	restoration,
	restoredSecrets,
	touchedBy,
	touchedSecrets,
} from './rows.ts'

/** A change, with what a revert needs to know before its batch. All of this is written once and never changed. */
export interface ChangeToRevert {
	change: typeof auditLogs.$inferSelect
	/** Undefined for a change that can't be reverted. */
	reverter: Reverter | undefined
	/** Whether any of the change's rows is kept. */
	is_kept: boolean
	/** URLs that stored keys may be sent to again. */
	urls: string[]
}

/** Kinds that need to know which entries go back. */
const named = REVERTIBLE.filter(({ follow, published }) => follow ?? published).map(({ name }) => name)

/** Reads a change. Undefined when there is none. One D1 call. */
export async function loadChange(
	{ var: { db } }: Pick<WorkContext, 'var'>,
	audit_id: string,
): Promise<ChangeToRevert | undefined> {
	const { table_name, row_key } = auditStates
	const isNamed = inArray(table_name, named)
	const ofChange = eq(auditStates.audit_id, audit_id)
	const [[change], tables, urls] = await db.batch([
		db.select().from(auditLogs).where(eq(auditLogs.id, audit_id)).limit(1),
		db
			.select({
				name: table_name,
				keys: sql<string>`json_group_array(${row_key} ->> '$[#-1]') FILTER (WHERE ${isNamed})`.as('keys'),
			})
			.from(auditStates)
			.where(ofChange)
			.groupBy(table_name),
		db
			.select({ url: keptUrl(REVERTIBLE).as('url') })
			.from(auditStates)
			.where(and(ofChange, isNotNull(keptUrl(REVERTIBLE))))
			.limit(MAX_URLS),
	])
	if (!change) return undefined
	const kept = new Map(tables.map(({ name, keys }) => [name, JSON.parse(keys) as string[]]))
	return {
		change,
		reverter: reverterOf(change.target_type, kept),
		is_kept: kept.size > 0,
		urls: urls.map(({ url }) => url),
	}
}

/** Throws 409 for a change that can't be reverted, or whose rows are no longer kept. */
function requireReverter({ change: { action }, reverter, is_kept }: ChangeToRevert): Reverter {
	const why = whyNotRevertible(action)
	if (why !== undefined || !reverter)
		throw conflictSaying(`This change can't be reverted. ${why ?? ''}`.trim(), 'audit.not_revertible', { action })
	if (!is_kept) throw conflict('audit.not_kept')
	return reverter
}

interface Options {
	/** Whether the caller may lock out their own address. */
	confirm?: 'true' | 'false'
	/** The id for the revert's audit row. */
	id?: string
	/** Statements to run first in the same batch. */
	also?: Record<string, Statements>
	/** The response, when it isn't the revert's own audit row. */
	response?: StoredResponse
}

/**
 * Reverts a change: the rows that it touched become what they were before. The batch is refused unless each of them is as the
 * change left it. Returns the revert's own audit row. Throws 409 with the reason.
 */
export async function revert(
	c: WorkContext,
	loaded: ChangeToRevert,
	{ confirm = 'false', id = newId('aud'), also = {}, response = { status: 200, body: responseOf(id) } }: Options = {},
) {
	const { change, urls } = loaded
	const { db, principal } = c.var
	const reverter = requireReverter(loaded)
	const { tables, affected, secrets } = reverter
	const own_row = ownRow(id)
	const conditions = conditionsOf(c, change, reverter)
	const kept = keptOf(change, id)
	const audit: Audit = {
		...shownOf(change),
		...(kept && { kept }),
		id,
		action: `${change.target_type as RevertibleKind}.revert`,
		target_id: change.target_id,
		org_id: change.org_id,
		reverts: change.id,
		undo: [...tables.map((one) => touchedBy(change.id, one)), ...(secrets ? [touchedSecrets(change.id)] : [])],
		kinds: affected,
		urls,
	}
	// They may act in another org than the one whose rules they revert.
	const caller = principal &&
		change.org_id !== null && { ...c, var: { ...c.var, principal: { ...principal, org_id: change.org_id } } }
	const changes: Record<string, Statements> = {
		...also,
		conditions: conditions.map(({ holds }) => ensure(c, holds)),
		before: affected.flatMap(({ kind }) => kind.before?.(c, change.target_id) ?? []),
		deleted: tables.toReversed().map((one) => own_row.onto(deletion(db, change.id, one))),
		restored: tables.map((one) => restoration(db, change.id, one)),
		secrets: secrets && restoredSecrets(db, change.id),
		trial: endOfTrial(db, change.id, id),
		admitted: affected.flatMap(({ kind }) => (caller && kind.lockout?.guard(caller, confirm)) || []),
	}
	await write(c, changes, {
		audit,
		response,
		duplicate: taken,
		otherwise: () => refusal(c, change, reverter, conditions),
	})
	return own_row.row()
}

/** What must hold before the revert, and the error when it doesn't. */
interface Condition {
	holds: SQL
	refusal: (c: WorkContext) => ApiError | Promise<ApiError>
}

function conditionsOf(
	c: WorkContext,
	change: ChangeToRevert['change'],
	{ tables, affected, secrets }: Reverter,
): Condition[] {
	const { id, org_id, target_id } = change
	const unchanged = tables.map((one) => isUnchanged(id, one))
	if (secrets) unchanged.push(areSecretsUnchanged(id))
	const least = affected.flatMap(({ kind }) => kind.least ?? [])
	const owner = org_id ?? PLATFORM
	const limits = affected
		.flatMap(({ kind }) => kind.limits ?? [])
		.filter(({ ofPlatform }) => org_id !== null || ofPlatform !== undefined)
		.map(({ growth, ...limit }) => ({ ...limit, more: growth ? growth(id) : growthOf(id, limit.table) }))
	// The clock takes a trial back in a deleted org too.
	const isByCaller = c.var.principal !== undefined && org_id !== null
	return [
		...(isByCaller ? [{ holds: isOrgOpen(sql`${org_id}`), refusal: () => notFound('Org') }] : []),
		{ holds: sql.join(unchanged, sql` AND `), refusal: () => movedOn(c, change) },
		...(secrets ? [{ holds: areSecretsKept(c.env, id), refusal: secretGone }] : []),
		...affected.flatMap(({ kind: { revertsIf } }) =>
			revertsIf ? [{ holds: revertsIf.holds(target_id), refusal: revertsIf.refusal }] : [],
		),
		...least.map(({ table, holds, refusal }) => ({
			holds: sql`(${growthOf(id, table)} >= 0 OR ${holds(target_id)})`,
			refusal,
		})),
		...limits.map(({ more, holds, refusal }) => ({
			holds: sql`(${more} <= 0 OR ${holds(owner, more)})`,
			refusal: () => refusal(c, owner),
		})),
	]
}

const secretGone = () => conflict('audit.secret_gone')

/** The 409 with the state that the change left and the current state, both as the audit log shows them. */
async function movedOn({ var: { db } }: WorkContext, change: ChangeToRevert['change']) {
	const shown = shownOf(change)
	const state = shown.kept ?? stateFor({ ...shown, target_id: change.target_id })
	const { current } = await db.get<{ current: string | null }>(sql`SELECT ${state} AS current`)
	return conflict('audit.moved_on', {
		expected: change.after,
		current: current === null ? null : JSON.parse(current),
	})
}

const taken = (constraint: string) =>
	conflict('audit.taken', {
		columns: constraint.split(', ').map((column) => column.split('.')[1]),
	})

/** Why the batch was refused: a failed condition, the caller's own address, or a row that another row needs. */
async function refusal(
	c: WorkContext,
	change: ChangeToRevert['change'],
	{ affected }: Reverter,
	conditions: Condition[],
) {
	const asked = conditions.map(({ holds }, index) => sql`(${holds}) AS ${sql.identifier(`c${index}`)}`)
	const held = await c.var.db.get<Record<string, number>>(sql`SELECT ${sql.join(asked, sql`, `)}`)
	const failed = conditions.find((_, index) => held[`c${index}`] !== 1)
	if (failed) return failed.refusal(c)
	const lockout = affected.find(({ kind }) => kind.lockout)?.kind.lockout
	if (lockout) return lockout.refusal(c)
	return conflict('audit.dependents', { target_id: change.target_id })
}

/** A revert's audit row, as the API returns it. */
const responseOf = (id: string): SQL =>
	sql`(SELECT json_set(${jsonObject(getTableColumns(auditLogs))}, '$.reverted_by', NULL) FROM ${auditLogs} WHERE ${eq(auditLogs.id, id)})`
