import { and, asc, inArray, isNull } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now, PLATFORM } from '../../ground/db/columns.ts'
import { write } from '../../ground/write/write.ts'
import { notify, notifyOperators, notifyPlatformAdmins } from '../../messages/notices/notify.ts'
import { isOpenAt } from './state.ts'
import { requests } from './table.ts'

/** How many requests a tick tells of. */
const AT_ONCE = 20

const { id, owner, kind, reason, spend, change, told_at } = requests

/** The job: notifies those who decide of new requests, once. Returns whether requests are left. */
export async function tellOfRequests(c: WorkContext): Promise<boolean> {
	const { db } = c.var
	const found = await db
		.select({ id, owner, kind, reason, spend, change })
		.from(requests)
		.where(and(isOpenAt(now()), isNull(told_at)))
		.orderBy(asc(id))
		.limit(AT_ONCE)
	if (found.length === 0) return false
	const ids = found.map((one) => one.id)
	await write(c, {
		notices: found.flatMap((one) => noticesOf(c, one)),
		told: db.update(requests).set({ told_at: now() }).where(inArray(id, ids)),
	})
	return found.length === AT_ONCE
}

type Row = Pick<typeof requests.$inferSelect, 'id' | 'owner' | 'kind' | 'reason' | 'spend' | 'change'>

/** Owners and admins decide in an org, and for the platform whoever holds what the kind takes. */
function noticesOf({ var: { db } }: WorkContext, row: Row) {
	const about = { request_id: row.id }
	const { agent_id, run_id } = row.spend ?? {}
	const { method = '', path = '' } = (row.change ?? {}) as { method?: string; path?: string }
	const notice = row.spend
		? ({ code: 'run_asks', values: { run: agent_id ?? run_id ?? '', reason: row.reason ?? '' }, about } as const)
		: ({ code: 'key_proposes', values: { call: `${method} ${path}` }, about } as const)
	if (row.owner !== PLATFORM) return [notify(db, { ...notice, org_id: row.owner, roles: ['owner', 'admin'] })]
	const roles = row.kind === 'spend' ? (['billing'] as const) : (['billing', 'support', 'operations'] as const)
	return [notifyPlatformAdmins(db, notice), notifyOperators(db, roles, notice)]
}
