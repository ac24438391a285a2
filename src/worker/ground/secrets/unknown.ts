import { type SQL, sql } from 'drizzle-orm'
import { literal } from '../db/state.ts'
import { knownKeyIds } from './vault.ts'

/** An operator needs to know that there are some, and about how many. */
const COUNTED = 10_000

/**
 * How many secrets are sealed under keys that `SECRETS_KEYS` doesn't have, 10,000 at most for each key, as an expression. It
 * jumps from key to key in the index, so it reads a row for each known key and none of their secrets.
 */
export const unknownSecrets = (env: Env): SQL<number> => sql`(
	WITH RECURSIVE ids(id) AS (
		SELECT min(key_id) FROM secrets
		UNION ALL SELECT (SELECT min(key_id) FROM secrets WHERE key_id > ids.id) FROM ids WHERE ids.id IS NOT NULL
	)
	SELECT coalesce(sum((SELECT count(*) FROM (SELECT 1 FROM secrets WHERE key_id = ids.id LIMIT ${literal(COUNTED)}))), 0)
	FROM ids WHERE id NOT IN (SELECT value FROM json_each(${JSON.stringify(knownKeyIds(env))})))`
