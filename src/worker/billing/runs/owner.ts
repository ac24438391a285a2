import { sql } from 'drizzle-orm'

/** The org of the run in `value`, whether in the database or in the archive; NULL for a new run. */
export const ownerOf = sql`coalesce((SELECT r.org_id FROM runs r WHERE r.run_id = value ->> 'run_id'),
	(SELECT m.org_id FROM archived_runs a JOIN run_archives m ON m.number = a.archive_number WHERE a.run_id = value ->> 'run_id'))`
