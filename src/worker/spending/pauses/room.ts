import { eq, sql } from 'drizzle-orm'
import { full } from '../../ground/http/errors.ts'
import type { Limit } from '../../ground/write/configured.ts'
import { pauses } from '../../traffic/pauses/table.ts'

const MAX_PAUSES = 1_000

/** The maximum number of an org's own pauses, those that are over included until they're deleted. */
export const roomForPauses = {
	most: MAX_PAUSES,
	table: pauses,
	holds: (org_id, more) =>
		sql`(SELECT count(*) FROM ${pauses} WHERE ${eq(pauses.owner, org_id)}) + ${more} <= ${MAX_PAUSES}`,
	refusal: () => full('pauses.too_many', MAX_PAUSES),
} satisfies Limit
