import type { SQL } from 'drizzle-orm'
import type { Permission, WorkContext } from '../../context.ts'
import type { ApiError } from '../../http/errors.ts'
import type { keyRedirect } from '../../messages/notices/redirect.ts'
import type { Audit } from '../../write/audit.ts'
import type { auditLogs } from '../../write/table.ts'
import type { Part, WriteOptions } from '../../write/write.ts'
import type { Kept } from './rows.ts'

/** An audit row. */
export type Change = typeof auditLogs.$inferSelect

/** The stored values of the changed row itself, before the change and after it; null where there was none. */
export interface Own {
	before: Record<string, unknown> | null
	after: Record<string, unknown> | null
}

/** What must hold before a revert, and the refusal when it does not. It binds callers, and not what nobody confirmed. */
export interface Condition {
	holds: SQL
	refusal: (c: WorkContext) => ApiError | Promise<ApiError>
}

/** How the changes of one kind of target are set back. */
export interface Reverter {
	/** The tables that such a change touches, parents first. */
	tables: Kept[]
	/** Whether such a change touches secrets. */
	secrets?: true
	/** Who makes such a change. */
	permission: (change: Change) => Permission
	/** The target and its state, as the audit log shows it. */
	shown: (change: Change) => Pick<Audit, 'target' | 'where' | 'state' | 'kept'>
	/** The limits of the slice, for a row that comes back. */
	limits?: (change: Change) => Condition[]
	/** Whether the caller's own address must still be admitted. */
	locksOut?: true
	/** The redirect that the revert is, when a stored key stays and goes to another address. */
	redirect?: (c: WorkContext, change: Change, own: Own) => Redirect | undefined
	/** The events of the slice. */
	events?: (c: WorkContext, change: Change) => Part
	/** Writes the batch, where the slice does more than that. */
	commit?: (c: WorkContext, change: Change, changes: Record<string, Part>, options: WriteOptions) => Promise<unknown>
	/** What follows the commit: caches to forget, workers to wake. */
	after?: (c: WorkContext, change: Change, own: Own) => void | Promise<void>
}

/** The audit action of a redirect, and the notice of it. */
export type Redirect = ReturnType<typeof keyRedirect>
