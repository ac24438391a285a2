import { lt } from 'drizzle-orm'
import { DAY_MS, fromNow } from '../../ground/db/columns.ts'
import type { Retention } from '../../ground/write/retention.ts'
import { pauses } from '../../traffic/pauses/table.ts'

/** A pause that is over is kept for a day, so anyone who takes a change back meanwhile still finds it. */
export const RETENTION: Retention[] = [{ table: pauses, expired: () => lt(pauses.until, fromNow(-DAY_MS)) }]
