import type { BatchItem } from 'drizzle-orm/batch'

/** A statement, a list of them, or nothing: `key: api_key && putSecret(…)` leaves the statement out without an `api_key`. */
export type Statements = BatchItem<'sqlite'> | readonly BatchItem<'sqlite'>[] | undefined | null | false | ''
