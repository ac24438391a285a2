import { lt } from 'drizzle-orm'
import { fromNow } from '../../ground/db/columns.ts'
import type { Retention } from '../../ground/write/retention.ts'
import { oidcSignIns } from './table.ts'

export const RETENTION: Retention[] = [{ table: oidcSignIns, expired: () => lt(oidcSignIns.expires_at, fromNow(0)) }]
