import { lt } from 'drizzle-orm'
import { fromNow } from '../../ground/db/columns.ts'
import type { Retention } from '../../ground/write/retention.ts'
import { oidcSignIns } from './table.ts'

/** We keep a sign-in until it expires. */
export const RETENTION: Retention[] = [
	{ table: oidcSignIns, key: oidcSignIns.state_hash, expired: () => lt(oidcSignIns.expires_at, fromNow(0)) },
]
