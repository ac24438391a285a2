import { eq, getTableName, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { requireRecentProof } from '../../ground/http/access.ts'
import type { Audit } from '../../ground/write/audit.ts'
import {
	type Affected,
	type AnyOf,
	type Audited,
	type ConfiguredTable,
	type Revertible,
	writersOf,
} from '../../ground/write/configured.ts'
import { keyOf } from '../../ground/write/undo.ts'
import type { Stake } from '../../principal.ts'
import { configurationRevisions } from '../configuration/table.ts'
import { TABLES } from '../kinds.ts'

// How a change is reverted: each table that it touched, by the description of its kind. So a change of the whole configuration
// needs no rule of its own, and a revert can't forget a kind that a document changes.

/** A change's kinds: those of its target and of all its kept rows. */
export interface Reverter {
	tables: ConfiguredTable[]
	affected: Required<Affected>[]
	/** Whether any of its secrets are kept. */
	secrets: boolean
}

/** The target of a change by a document. */
export const WHOLE = getTableName(configurationRevisions)

/** Whether a change of this target changes the configuration. */
export const isConfiguration = (target_type: string) => target_type === WHOLE || TABLES.has(target_type)

/** `kept` are the tables of the kept rows with the rows' keys. Undefined if any row isn't configuration. */
export function reverterOf(target_type: string, kept: ReadonlyMap<string, string[]>): Reverter | undefined {
	const names = new Set([...kept.keys(), ...(TABLES.has(target_type) ? [target_type] : [])])
	const secrets = names.delete('secrets')
	if (!isConfiguration(target_type) || [...names].some((name) => !TABLES.has(name))) return undefined
	const found = [...TABLES].filter(([name]) => names.has(name))
	const kinds = new Map<Revertible, string[]>()
	for (const [name, { kind }] of found)
		kinds.set(kind, [...(kinds.get(kind) ?? []), ...(name === kind.name ? (kept.get(name) ?? []) : [])])
	return {
		tables: found.map(([, { rows }]) => rows),
		affected: [...kinds].map(([kind, keys]) => ({ kind, keys })),
		secrets,
	}
}

/**
 * What reverting the change takes: the permissions of its single calls, of which any suffices for each kind, or those of a
 * whole document.
 */
export function permissionsOf(change: Audited, { affected }: Reverter): AnyOf[] {
	const { target_type, org_id } = change
	const whole: AnyOf[] = org_id === null ? [['platform_admin']] : [['org.settings'], ['data.secrets']]
	const single = affected.map(({ kind }) => kind.demands?.(change) ?? writersOf(kind, org_id ?? PLATFORM))
	return [...(target_type === WHOLE ? whole : []), ...single]
}

/** The recent proof that a change took: a whole document, one that sent a kept secret elsewhere, and what its kinds say. */
function stakeOf({ change, reverter }: Changed): Stake | undefined {
	const isRedirect = change.action.endsWith('.redirect')
	const stakes = (reverter?.affected ?? []).map(({ kind: { proof } }) =>
		typeof proof === 'function' ? proof(change) : proof,
	)
	return change.target_type === WHOLE || isRedirect || stakes.includes('power') ? 'power' : stakes.find(Boolean)
}

/** Asks for whom a change takes, and for the proof that it took, before somebody reverts it, or confirms or ends it. */
export async function requireProofOf(c: Context<SignedIn>, changed: Changed) {
	for (const { kind } of changed.reverter?.affected ?? []) {
		const refused = kind.refusalTo?.(c.var.principal, changed.change)
		if (refused) throw refused
	}
	const stake = stakeOf(changed)
	if (stake) await requireRecentProof(c, stake)
}

interface Changed {
	change: Audited & { action: string }
	reverter: Reverter | undefined
}

/** The owner's newest revision, because a revert makes none. */
const newestOf = (owner: string) =>
	sql`(SELECT max(r.number) FROM ${configurationRevisions} r WHERE ${eq(sql`r.owner`, owner)})`

export function shownOf(change: Audited): Pick<Audit, 'target' | 'where' | 'state' | 'kept'> {
	const { target_type, target_id, org_id, before, after } = change
	const found = TABLES.get(target_type)
	if (!found) return { target: configurationRevisions, state: sql`json_object('revision', ${newestOf(target_id)})` }
	const own = found.kind.audited?.({ target_type, target_id, org_id, before, after })
	const key = keyOf(found.rows.table)
	const values = key.length > 1 ? [org_id ?? PLATFORM, target_id] : [target_id]
	const where = allOf(...(key.map((column, index) => eq(column, values[index])) as [SQL, ...SQL[]]))
	return own ? { where, ...own } : { target: found.rows.table, where }
}

/**
 * What the log keeps when a whole document is reverted: the entries that go back, as the log has them for the change. Before
 * the change, the revert has no audit row yet.
 */
export function keptOf({ id, target_type, target_id }: Audited & { id: string }, revert_id: string): SQL | undefined {
	if (target_type !== WHOLE) return undefined
	const isDone = sql`EXISTS (SELECT 1 FROM audit_logs n WHERE n.id = ${revert_id})`
	const entries = sql`(SELECT iif(${isDone}, o.before, o.after) FROM audit_logs o WHERE o.id = ${id})`
	return sql`json_remove(json_set(${entries}, '$.revision', ${newestOf(target_id)}), '$.hash')`
}
