import { createHash } from 'node:crypto'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { columnsBut, now, orgIdOf, PLATFORM } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { bytesOf, openPage, walkedBy } from '../../ground/http/page.ts'
import { stateAt } from '../../spending/requests/state.ts'
import { requests } from '../../spending/requests/table.ts'
import { isOrgOpen, rowsOfOrg } from '../../tenancy/orgs/access.ts'
import type { Change } from './proposal.ts'
import type { Request, RequestQuery } from './schema.ts'
import { shown, shownToOrg } from './shown.ts'

const columns = columnsBut(requests, 'told_at', 'mailed_at', 'key_id', 'key_root_id', 'run_id')

/** What a request is read by, with its state at `at`. */
export const requestColumns = (at = now()) => ({ ...columns, state: stateAt(at).as('state') })

export type Row = Pick<typeof requests.$inferSelect, keyof typeof columns> & {
	state: z.infer<typeof Request>['state']
}

/** What a grant agrees to: of a run the amounts and the budgets, of a change what it was proposed as. */
export const hashOf = ({ id, hash, spend }: Pick<Row, 'id' | 'hash' | 'spend'>) =>
	spend
		? createHash('sha256')
				.update(`${id} ${JSON.stringify(spend)}`)
				.digest('base64url')
		: hash

export function toRequest(row: Row): z.infer<typeof Request> {
	const { owner, asked_by_kind, asked_by_id, decision: _, change, spend, ...request } = row
	const budgets = spend?.budgets.map(({ window_start, ...of }) => ({ ...of, window_start: window_start || null }))
	return {
		...request,
		org_id: orgIdOf(owner),
		asked_by: { kind: asked_by_kind, id: asked_by_id },
		spend: spend && { ...spend, budgets: budgets as NonNullable<z.infer<typeof Request>['spend']>['budgets'] },
		change: change && (owner === PLATFORM ? shown : shownToOrg)(change as Change),
		hash: hashOf(row),
	}
}

/** The request with this id, if the owner decides it. One of a deleted org is gone. */
export const ofOwner = (owner: string, id: string): SQL =>
	allOf(eq(requests.id, id), eq(requests.owner, owner), isOrgOpen(requests.org_id))

/** A page of the requests that an owner decides, newest first. With filters it looks at `WALKED` of them. */
export async function listRequests(c: Context<SignedIn>, owner: string, asked: z.infer<typeof RequestQuery>) {
	const { state, kind, run_id, ...paging } = asked
	const { db } = c.var
	const page = openPage(c, paging)
	const at = now()
	const walked = walkedBy(db, {
		table: requests,
		id: requests.id,
		where: and(eq(requests.owner, owner), run_id ? eq(requests.run_id, run_id) : undefined, page.before(requests.id)),
		order: [desc(requests.id)],
		passes: allOf(
			owner === PLATFORM ? isOrgOpen(requests.org_id) : sql`1`,
			kind ? eq(requests.kind, kind) : sql`1`,
			state ? sql`${stateAt(at)} = ${state}` : sql`1`,
		),
		fits: { bytes: bytesOf(requests.change), limit: page.limit },
	})
	const rows = db
		.select({ ...requestColumns(at), is_last: walked.is_last })
		.from(walked.from)
		.crossJoin(requests)
		.where(walked.isRow)
		.limit(page.limit)
	return page.closeWalked(await rowsOfOrg(db, owner, rows), ({ id }) => id).map(toRequest)
}
