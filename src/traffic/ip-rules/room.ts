import { eq, sql } from 'drizzle-orm'
import { allOf, exists } from '../../db/state.ts'
import { conflict } from '../../http/errors.ts'
import { orgs } from '../../tenancy/orgs/table.ts'

/** The gate compiles the rules of an org on every change, and every principal brings their text along. */
const MAX_RULES = 1_000

/** Whether the org may have one more rule, as an expression. Counted in the compiled text, which is a single row. */
export const hasRoom = (org_id: string) =>
	exists(orgs, allOf(eq(orgs.id, org_id), sql`coalesce(json_array_length(${orgs.ip_rules}), 0) < ${MAX_RULES}`))

/** The 409 when it may not. */
export const tooManyRules = () =>
	conflict(`An org can have at most ${MAX_RULES} IP rules: delete one first`, { reason: 'ip_rules.too_many' })
