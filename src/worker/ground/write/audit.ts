import { eq, getTableName, type Placeholder, SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { forgettable } from '../../isolate.ts'
import { newId, now } from '../db/columns.ts'
import { prepared } from '../db/prepared.ts'
import { forgetSecretsOf, type Purged } from '../secrets/purge.ts'
import type { AuditAction } from './actions.ts'
import type { Affected } from './configured.ts'
import { followsOf } from './follow.ts'
import { type Resource, stateFor } from './resource.ts'
import { auditLogs } from './table.ts'
import { saysWhatIs, takenBack } from './unchanged.ts'
import { forgetStates, keptRows, newRows, type Touched } from './undo.ts'

/** What the audit row of a change says. */
export type Audit = AuditFields & (Reversible | { undo?: undefined; kinds?: undefined; urls?: undefined })

/** A change of configuration, which can be reverted. */
interface Reversible {
	/** The rows that the change touches. They are kept whole, so a revert can restore them. */
	undo: Touched[]
	/** The kinds of these rows. The consequences of their changes are part of the batch. */
	kinds: Affected[]
	/** URLs that the change may send a stored key to. */
	urls?: string[]
}

interface AuditFields extends Resource {
	/** `<table>.<verb>`. SQL if the row decides the verb. */
	action: AuditAction | SQL
	/** The state that the log keeps, as JSON text, when it mustn't keep all of it. `If-Match` compares the whole state. */
	kept?: SQL
	/** The org whose settings change; null for the platform's. */
	org_id?: string | SQL | null
	/** The user who acts, when nobody is signed in yet. */
	actor_user_id?: string
	/** The change creates the row. It has no earlier state, so the audit row is written once, after the change. */
	isNew?: boolean
	/** Whether a repeat changes nothing, and so leaves no row. By default that of a PATCH or PUT. */
	saysWhatIs?: boolean
	/** The row whose secrets are forgotten, together with all that a revert of this target needs. */
	purges?: Purged
	/** The id of the audit row, if the caller has to know it. */
	id?: string
	/** The audit row whose change this one reverts. */
	reverts?: string
}

/**
 * The id of a new audit row, and the statements around its change. The leading ones write the row with the state before, and
 * the trailing ones add the state after. If the change creates its target, there are only trailing ones. `unlogged` is the one that
 * takes the row back if nothing changed.
 */
export function auditRow(c: WorkContext, audit: Audit) {
	const { db, principal, proposed, trace_id, client_address } = c.var
	const id = audit.id ?? newId('aud')
	const { target_id } = audit
	const row = {
		id,
		action: audit.action,
		actor_user_id: audit.actor_user_id ?? principal?.user_id ?? null,
		actor_api_key_id: principal?.api_key_id ?? null,
		org_id: audit.org_id ?? null,
		target_type: getTableName(audit.target),
		target_id,
		client_address,
		trace_id,
		created_at: now(),
		reverts: audit.reverts ?? null,
		actor_service_account_id: principal?.service_account_id ?? null,
		proposed_by: proposed?.grant?.proposed_by ?? null,
	}
	const known = isPlain(audit, row) ? statementsOf(audit.target) : undefined
	const follows = audit.kinds && followsOf(c, causeOf(id, audit, audit))
	const behind = follows?.behind ?? []
	if (audit.isNew) {
		const whole = known
			? known.whole(db, row)
			: db.insert(auditLogs).values({ ...row, after: audit.kept ?? stateFor(audit) })
		return {
			id,
			follows,
			leading: [],
			trailing: [whole, ...newRows(db, id, audit.undo ?? []), ...behind],
			unlogged: undefined,
		}
	}
	const rows = keptRows(db, id, audit.undo ?? [])
	const before = known
		? known.before(db, row)
		: db.insert(auditLogs).values({ ...row, before: audit.kept ?? stateFor(audit) })
	const { isRedirect } = follows ?? {}
	const action = isRedirect && sql`iif(${isRedirect}, ${`${row.target_type}.redirect`}, ${auditLogs.action})`
	const after =
		known && !action
			? known.after(db, { id, target_id })
			: db
					.update(auditLogs)
					.set({ after: audit.kept ?? stateFor(audit), ...(action && { action }) })
					.where(eq(auditLogs.id, id))
	// The kept rows show whether a key was redirected, so their statements come first.
	const kept = action ? [...rows.after, after] : [after, ...rows.after]
	const { log: unlogged, states } = takenBack(db, audit.saysWhatIs ?? saysWhatIs(c.req.method), id)
	const trailing = [...kept, ...(unlogged && states ? [unlogged, states] : []), ...behind]
	// What follows from the change reads the kept rows, so they are forgotten last.
	const forgotten = audit.purges ? [forgetSecretsOf(db, audit.purges), forgetStates(db, row)] : []
	return { id, follows, leading: [before, ...rows.before], trailing: [...trailing, ...forgotten], unlogged }
}

function causeOf(
	audit_id: string,
	{ target, target_id, org_id, isNew = false }: AuditFields,
	{ undo, kinds, urls = [] }: Reversible,
) {
	const isWhole = !kinds.some(({ kind: { rows, child } }) => target === rows.table || target === child?.table)
	const owner = typeof org_id === 'string' ? org_id : null
	const tables = undo.map(({ table }) => table)
	return { audit_id, org_id: owner, affected: kinds, tables, target_id, isNew, isWhole, urls }
}

/** Whether the audit row needs no SQL of its own. Most changes are of one row, which its id finds. */
const isPlain = ({ where, state, kept }: Audit, row: object) =>
	!where && !state && !kept && !Object.values(row).some((value) => value instanceof SQL)

const VALUES = [
	'id',
	'action',
	'actor_user_id',
	'actor_api_key_id',
	'org_id',
	'target_type',
	'target_id',
	'client_address',
	'trace_id',
	'created_at',
	'reverts',
	'actor_service_account_id',
	'proposed_by',
] as const

const statements = forgettable(new Map<Resource['target'], ReturnType<typeof plainRowOf>>())

/** The statements of a plain audit row of `target`, prepared once. */
function statementsOf(target: Resource['target']) {
	const known = statements.get(target) ?? plainRowOf(target)
	statements.set(target, known)
	return known
}

/** Prepares them. Each table has its own, because the state lists the table's columns. */
export function plainRowOf(target: Resource['target']) {
	const state = (target_id: Placeholder) => stateFor({ target, target_id: target_id.getSQL() })
	return {
		before: prepared(VALUES, (db, row) => db.insert(auditLogs).values({ ...row, before: state(row.target_id) })),
		whole: prepared(VALUES, (db, row) => db.insert(auditLogs).values({ ...row, after: state(row.target_id) })),
		after: prepared(['id', 'target_id'], (db, { id, target_id }) =>
			db
				.update(auditLogs)
				.set({ after: state(target_id) })
				.where(eq(auditLogs.id, id)),
		),
	}
}
