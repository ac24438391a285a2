import { eq, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf } from '../../ground/db/state.ts'
import { conflict, notFound } from '../../ground/http/errors.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { forgetBody } from './body.ts'
import { type AskedBy, pollAfter, stateAt } from './state.ts'
import { requests } from './table.ts'

const { decided_at, expires_at } = requests

const isBy = ({ kind, id }: AskedBy): SQL =>
	sql`(${requests.asked_by_kind} = ${kind} AND ${requests.asked_by_id} IS ${id})`

const selectOwn = (db: Database['reader'], request_id: string, asked_by: AskedBy) =>
	db
		.select({
			id: requests.id,
			state: stateAt(now()).as('state'),
			granted: requests.granted,
			created_at: requests.created_at,
			kind: requests.kind,
			org_id: requests.org_id,
		})
		.from(requests)
		.where(allOf(eq(requests.id, request_id), isBy(asked_by), isOrgOpen(requests.org_id)))
		.limit(1)

/** How a request stands, for whom it's from, and who still serves the org if a run asked. Throws 404. One D1 call. */
export async function pollRequest(
	{ var: { db } }: Pick<WorkContext, 'var'>,
	request_id: string,
	asked_by: AskedBy,
	isServed: (org_id: string) => boolean = () => true,
) {
	const [found] = await selectOwn(db, request_id, asked_by)
	if (!found || (found.kind === 'spend' && !isServed(found.org_id ?? ''))) throw notFound('Request')
	const { id, state, granted } = found
	return { id, state, granted, poll_after_s: state === 'open' ? pollAfter(found.created_at) : 0 }
}

/** Withdraws an open request, which lapses it. Throws 404, and 409 `request.decided`. A lapsed one stays as it is. */
export async function withdrawRequest(c: WorkContext, request_id: string, asked_by: AskedBy): Promise<void> {
	const { db } = c.var
	const at = now()
	const isOwn = allOf(eq(requests.id, request_id), isBy(asked_by), sql`${decided_at} IS NULL`)
	const parts = {
		lapsed: db
			.update(requests)
			.set({ expires_at: sql`min(${expires_at}, ${at})` })
			.where(isOwn),
		found: ensureChanged(c),
		forgotten: forgetBody(db, request_id),
	}
	await write(c, parts, {
		otherwise: async () => {
			const { state } = await pollRequest(c, request_id, asked_by)
			return conflict('request.decided', { state })
		},
	})
}
