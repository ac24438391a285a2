import { eq, getTableName, type SQL, sql } from 'drizzle-orm'
import type { Permission } from '../../context.ts'
import { PLATFORM } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import type { Audit } from '../../write/audit.ts'
import type { Affected, Audited, Configured, ConfiguredTable } from '../../write/configured.ts'
import { keyOf } from '../../write/undo.ts'
import { configurationRevisions } from '../configuration/table.ts'
import { TABLES } from '../kinds.ts'

// How a change is set back: each table that it touched by the description of its kind. So a change of the whole configuration
// needs no rule of its own, and there is no kind that a document changes and a revert forgets.

/** A change's kinds: of its target and of every row that is kept of it. */
export interface Reverter {
	tables: ConfiguredTable[]
	affected: Required<Affected>[]
	/** Whether secrets are kept of it. */
	secrets: boolean
}

const WHOLE = getTableName(configurationRevisions)

/** Whether a change of this target is one of the configuration. */
export const isConfiguration = (target_type: string) => target_type === WHOLE || TABLES.has(target_type)

/** `kept` are the tables of the kept rows, with the keys of these. Undefined where a row is no configuration. */
export function reverterOf(target_type: string, kept: ReadonlyMap<string, string[]>): Reverter | undefined {
	const names = new Set([...kept.keys(), ...(TABLES.has(target_type) ? [target_type] : [])])
	const secrets = names.delete('secrets')
	if (!isConfiguration(target_type) || [...names].some((name) => !TABLES.has(name))) return undefined
	const found = [...TABLES].filter(([name]) => names.has(name))
	const kinds = new Map<Configured, string[]>()
	for (const [name, { kind }] of found)
		kinds.set(kind, [...(kinds.get(kind) ?? []), ...(name === kind.name ? (kept.get(name) ?? []) : [])])
	return {
		tables: found.map(([, { rows }]) => rows),
		affected: [...kinds].map(([kind, keys]) => ({ kind, keys })),
		secrets,
	}
}

/** What it takes to revert the change: all that its single calls take, and for a whole document what a document takes. */
export function permissionsOf({ target_type, org_id }: Audited, { affected }: Reverter): Permission[] {
	if (org_id === null) return ['platform_admin']
	const whole = target_type === WHOLE ? (['org.settings', 'data.secrets'] as const) : []
	return [...whole, ...affected.map(({ kind }) => kind.permission)]
}

/** The newest revision of an owner: a revert makes none. */
const newestOf = (owner: string) =>
	sql`(SELECT max(r.number) FROM ${configurationRevisions} r WHERE ${eq(sql`r.owner`, owner)})`

/** The target and its state, as the audit log shows it. */
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
 * What the log keeps of the revert of a whole document: the entries that go back, as the log has them of the change. In front
 * of the change the revert has no audit row yet.
 */
export function keptOf({ id, target_type, target_id }: Audited & { id: string }, revert_id: string): SQL | undefined {
	if (target_type !== WHOLE) return undefined
	const isDone = sql`EXISTS (SELECT 1 FROM audit_logs n WHERE n.id = ${revert_id})`
	const entries = sql`(SELECT iif(${isDone}, o.before, o.after) FROM audit_logs o WHERE o.id = ${id})`
	return sql`json_remove(json_set(${entries}, '$.revision', ${newestOf(target_id)}), '$.hash')`
}
