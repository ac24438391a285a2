import type { SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import { PLATFORM } from '../db/columns.ts'
import { selectTouched, type Touches } from './affects.ts'
import type { AfterCommitHook, Statement } from './after-commit.ts'
import { afterwards } from './afterwards.ts'
import type { Affected } from './configured.ts'
import type { Published } from './following.ts'
import { toldRedirects } from './redirects.ts'

// The only place that knows the consequences of a configuration change. `write()` asks it for every change, no matter who makes it.

interface Cause {
	audit_id: string
	org_id: string | null
	/** The kinds whose rows the change touches. */
	affected: Affected[]
	tables: SQLiteTable[]
	/** The id of the changed row, and whether the change creates it. */
	target_id: string | SQL
	isNew: boolean
	/** Whether the whole configuration changes. */
	isWhole: boolean
	/** URLs that stored keys may go to. */
	urls: string[]
}

/** What a batch and its sender do besides the change. */
export interface Follows {
	/** Whether the change redirects a key, in SQL. */
	isRedirect: SQL | undefined
	/** Before the change: a statement for each of `published`. */
	counted: Statement[]
	/** After the rows that the audit row keeps. */
	behind: Statement[]
	hooks: AfterCommitHook[]
	/** In a dry run, the query for whom the change touches. */
	touched: ReturnType<typeof selectTouched>
	announce: () => Promise<unknown>
	/** After the commit. `rows` are the results of `counted`. */
	after: (rows: unknown[][]) => Promise<void>
}

export function followsOf(c: WorkContext, cause: Cause): Follows {
	const { env } = c
	const { db, dry_run, principal } = c.var
	const { audit_id, org_id, isNew, isWhole, urls } = cause
	const owner = org_id ?? PLATFORM
	const target = typeof cause.target_id === 'string' ? cause.target_id : null
	const affected = cause.affected.map(({ kind, keys = target === null ? [] : [target] }) => ({ kind, keys }))
	const told = isNew
		? undefined
		: toldRedirects(affected, {
				db,
				env,
				audit_id,
				org_id,
				target_id: isWhole ? null : target,
				actor_user_id: principal?.user_id ?? null,
				urls,
			})
	const changes = affected.map(({ kind, keys }) => ({ kind, change: { audit_id, org_id, owner, keys } }))
	const parts = changes.flatMap(({ kind, change }) => kind.follow?.(c, change) || [])
	const touches = changes.map(({ kind, change }): [string, Touches] => [kind.name, kind.affects?.(change) ?? {}])
	const published = [...new Map(affected.flatMap(({ kind, keys }) => byName(kind.published?.(owner, keys)))).values()]
	return {
		isRedirect: told?.isRedirect,
		counted: published.map(({ counted }) => counted(db)),
		behind: [...(told ? [told.notice] : []), ...parts],
		hooks: changes.flatMap(({ kind, change }) => kind.hooks?.(change) ?? []).filter((hook) => hook !== undefined),
		touched: dry_run && selectTouched(db, audit_id, touches),
		announce: async () => dry_run || Promise.all(published.map(({ announce }) => announce(env))),
		after: async (rows) => {
			const stale = affected.flatMap(({ kind: { rows, forget, child } }) => [
				...(cause.tables.includes(rows.table) ? (forget ?? []) : []),
				...(child && cause.tables.includes(child.table) ? (child.forget ?? []) : []),
			])
			for (const forget of new Set(stale)) forget(c)
			await Promise.all(
				published.map(({ effect, publish }, index) => afterwards(c, effect, () => publish(c, rows[index] ?? []))),
			)
		},
	}
}

const byName = (published: Published[] = []) => published.map((one) => [one.name, one] as const)
