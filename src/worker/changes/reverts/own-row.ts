import { eq } from 'drizzle-orm'
import { now } from '../../ground/db/columns.ts'
import { type AfterCommitHook, withAfterCommit } from '../../ground/write/after-commit.ts'
import { auditLogs } from '../../ground/write/table.ts'
import { auditLogColumns } from '../../people/audit-logs/columns.ts'

/**
 * Reads a revert's audit row at the end of its batch. A dry run rolls the batch back, so the row can't be read later. `onto`
 * attaches the read to a statement of the batch, and `row` returns the row once the batch was sent.
 */
export function ownRow(id: string) {
	let rows: (typeof auditLogs.$inferSelect & { reverted_by: string | null })[] = []
	const reading: AfterCommitHook<(typeof rows)[number]> = {
		read: ({ var: { db } }) => db.select(auditLogColumns).from(auditLogs).where(eq(auditLogs.id, id)).limit(1),
		after: (_, found) => void (rows = found),
		effect: (found) => {
			rows = found
			return undefined
		},
	}
	return {
		onto: <S extends object>(statement: S): S => withAfterCommit(statement, reading, now()),
		row: () => rows[0],
	}
}
