import { lt } from 'drizzle-orm'
import { DAY_MS, fromNow } from '../../ground/db/columns.ts'
import type { Retention } from '../../ground/write/retention.ts'
import { credentialReleases } from './table.ts'

/** The audit log keeps them for longer. */
export const RETENTION: Retention[] = [
	{
		table: credentialReleases,
		key: [
			credentialReleases.service_account_id,
			credentialReleases.place,
			credentialReleases.kid,
			credentialReleases.day,
		],
		expired: () => lt(credentialReleases.day, fromNow(-30 * DAY_MS).slice(0, 10)),
	},
]
