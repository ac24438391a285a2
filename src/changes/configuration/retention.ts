import { DAY_MS } from '../../db/columns.ts'
import { idOlderThan, type Retention } from '../../write/retention.ts'
import { configurationSecrets } from './table.ts'

/** Replaced secrets are kept for 30 days. */
export const RETENTION: Retention[] = [
	{
		table: configurationSecrets,
		key: configurationSecrets.id,
		expired: () => idOlderThan(configurationSecrets.id, 'cfs', 30 * DAY_MS),
	},
]
