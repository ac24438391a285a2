import { lt } from 'drizzle-orm'
import { DAY_MS, fromNow } from '../../ground/db/columns.ts'
import type { Retention } from '../../ground/write/retention.ts'
import { credentialReleases } from './table.ts'

export const RETENTION: Retention[] = [
	{ table: credentialReleases, expired: () => lt(credentialReleases.day, fromNow(-30 * DAY_MS).slice(0, 10)) },
]
