import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { literal } from '../../ground/db/state.ts'
import { orgDeletions } from './table.ts'

/** How long a deleted org keeps its rows. */
const DAYS_KEPT = 30

/**
 * The statement that books the deletions of orgs, so that a job erases their rows after 30 days. `which` is a condition on the org `o`.
 * Orgs that aren't deleted and deletions that are booked stay as they are. Put it after the statement that deletes the orgs.
 */
export const bookDeletions = (
	db: Database['reader'],
	which: SQL,
	by: { name?: SQL | string; deleted_by_user_id?: string | null } = {},
) =>
	insertFrom(
		db,
		orgDeletions,
		{
			org_id: sql`o.id`,
			...by,
			deleted_at: sql`o.deleted_at`,
			erase_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', o.deleted_at, '+${literal(DAYS_KEPT)} days')`,
		},
		sql`orgs o WHERE o.deleted_at IS NOT NULL AND ${which}`,
	).onConflictDoNothing()
