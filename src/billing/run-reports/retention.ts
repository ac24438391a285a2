import { DAY_MS } from '../../db/columns.ts'
import { idOlderThan, type Retention } from '../../write/retention.ts'
import { rejectedReports } from './table.ts'

/** Rejected reports are kept for 30 days. */
export const RETENTION: Retention[] = [
	{
		table: rejectedReports,
		key: rejectedReports.id,
		expired: () => idOlderThan(rejectedReports.id, 'rej', 30 * DAY_MS),
	},
]
