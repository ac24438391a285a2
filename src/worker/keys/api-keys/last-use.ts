import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { remember } from '../../ground/db/cache.ts'
import { fromNow, now } from '../../ground/db/columns.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { systemContext } from '../../ground/write/system.ts'
import { write } from '../../ground/write/write.ts'
import { forgettable } from '../../isolate.ts'
import type { KeyTable } from './rotate.ts'

/** The last hour that this isolate wrote for each key. */
const noted = forgettable(new Map<string, string>())

const HOUR_MS = 3_600_000

/** The hour of a time, as we store it: `2026-11-21T07:00:00.000Z`. */
const hourOf = (time: string) => `${time.slice(0, 13)}:00:00.000Z`

/**
 * Records after the response that a key was used in this hour, with at most one write per key, hour and isolate. It never fails
 * the request: if the write is lost, the key shows an older hour.
 */
export function noteUse(
	env: Env,
	api_key_id: string,
	keys: KeyTable,
	waitUntil: (work: Promise<unknown>) => void,
): void {
	const hour = hourOf(now())
	if (noted.get(api_key_id) === hour) return
	remember(noted, api_key_id, hour)
	waitUntil(storeUse(env, api_key_id, keys, hour))
}

async function storeUse(env: Env, api_key_id: string, keys: KeyTable, hour: string): Promise<void> {
	try {
		const c = systemContext(env)
		const isOlder = or(isNull(keys.last_used_at), lt(keys.last_used_at, hour), gt(keys.last_used_at, fromNow(HOUR_MS)))
		// No audit row, because nobody changed the key.
		await write(c, {
			used: c.var.db
				.update(keys)
				// The hour in which a key was made began before it.
				.set({ last_used_at: sql`max(${hour}, ${keys.created_at})` })
				.where(and(eq(keys.id, api_key_id), isOlder)),
		})
	} catch (error) {
		logError({ api_key_id, error: errorName(error) })
	}
}
