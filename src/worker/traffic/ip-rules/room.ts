import { eq, sql } from 'drizzle-orm'
import { allOf, exists } from '../../ground/db/state.ts'
import { full } from '../../ground/http/errors.ts'
import type { Limit } from '../../ground/write/configured.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { ipRules } from './table.ts'

/** The middleware compiles an org's rules after every change, and every read of a principal includes their text. */
const MAX_RULES = 1_000

/** The maximum number of an org's rules. They're counted in the compiled text, which is a single row. */
export const roomForRules = {
	most: MAX_RULES,
	table: ipRules,
	holds: (org_id, more) =>
		exists(
			orgs,
			allOf(eq(orgs.id, org_id), sql`coalesce(json_array_length(${orgs.ip_rules}), 0) + ${more} <= ${MAX_RULES}`),
		),
	refusal: () => full('ip_rules.too_many', MAX_RULES),
} satisfies Limit
