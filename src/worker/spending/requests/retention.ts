import { DAY_MS } from '../../ground/db/columns.ts'
import { idOlderThan, type Retention } from '../../ground/write/retention.ts'
import { requests } from './table.ts'

/** Requests are kept for 90 days, so a run that was declined is long over. */
export const RETENTION: Retention[] = [
	{ table: requests, key: requests.id, expired: () => idOlderThan(requests.id, 'req', 90 * DAY_MS) },
]
