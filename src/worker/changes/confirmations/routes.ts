import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import type { Caller, SignedIn } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { allOf, jsonObject } from '../../ground/db/state.ts'
import { isAsked, checkedInside, signedIn } from '../../ground/http/access.ts'
import { query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { conflict, notFound } from '../../ground/http/errors.ts'
import { ConfirmQuery } from '../../ground/http/fields.ts'
import { openPage } from '../../ground/http/page.ts'
import { ensure, ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { REVERTIBLE } from '../kinds.ts'
import { REFUSED_REVERT } from '../reverts/refusals.ts'
import { requireProofOf } from '../reverts/reverter.ts'
import { unconfirmedChanges } from '../reverts/table.ts'
import { changeColumns } from './book.ts'
import { isOverdue } from './end.ts'
import { UnconfirmedChange, UnconfirmedChangeQuery } from './schema.ts'
import { decidable, decidedBy, selectDecided, selectVisible } from './visible.ts'

const { id, status, ended_at, org_id } = unconfirmedChanges

const TRIED = REVERTIBLE.flatMap(({ tried }) => tried ?? [])

/** Whether nothing that's still pending has to be tried first. */
const allTried = (change_id: string, holds: SQL): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM ${unconfirmedChanges} WHERE ${id} = ${change_id} AND ${status} = 'pending' AND NOT ${holds})`

export const unconfirmedChangeRoutes = routes()

unconfirmedChangeRoutes.get(
	'/',
	signedIn(),
	query(UnconfirmedChangeQuery),
	returns(
		200,
		z.array(UnconfirmedChange),
		"List changes made with Confirm-Within: your own, your org's if you have `org.settings`, or all as an operator",
	),
	async (c) => {
		const { status: wanted, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const rows = (await c.var.db.batch(selectVisible(c.var.db, c.var.principal, { wanted, page }))).flat()
		const each = [...new Map(rows.map((row) => [row.id, row])).values()].toSorted((a, b) => (a.id < b.id ? 1 : -1))
		return c.json(page.close(each, (row) => row.id))
	},
)

unconfirmedChangeRoutes.post(
	'/:id/confirm',
	checkedInside(signedIn()),
	returns(200, UnconfirmedChange, "Confirm a change, so it isn't rolled back"),
	refuses('auth.step_up', 'change.too_late', 'key.persons_only', 'oidc.not_tried', 'second_factor.not_tried'),
	async (c) => {
		const change_id = c.req.param('id')
		const { audit_id } = await decidable(c, change_id)
		if (isAsked(c, 'power')) await requireProof(c, audit_id)
		const { user_id } = c.var.principal
		const where = allOf(eq(id, change_id), decidedBy(c.var.principal))
		const inTime = sql`(${status} = 'confirmed' OR (${status} = 'pending' AND NOT ${isOverdue()}))`
		const confirmed = c.var.db
			.update(unconfirmedChanges)
			.set({ status: 'confirmed', ended_at: sql`coalesce(${ended_at}, ${now()})` })
			.where(allOf(where, inTime))
			.returning(changeColumns)
		const { confirmed: rows } = await write(
			c,
			{
				tried: TRIED.map(({ holds }) => ensure(c, allTried(change_id, holds(user_id)))),
				confirmed,
				found: ensureChanged(c),
			},
			{
				audit: {
					action: 'unconfirmed_changes.confirm',
					target: unconfirmedChanges,
					target_id: change_id,
					org_id: sql`(SELECT ${org_id} FROM ${unconfirmedChanges} WHERE ${where})`,
					state: sql`(SELECT ${jsonObject({ audit_id: changeColumns.audit_id, status })} FROM ${unconfirmedChanges} WHERE ${where})`,
				},
				response: {
					status: 200,
					body: sql`(SELECT ${jsonObject(changeColumns)} FROM ${unconfirmedChanges} WHERE ${where})`,
				},
				otherwise: () => refusal(c, change_id),
			},
		)
		return c.json(rows[0])
	},
)

unconfirmedChangeRoutes.post(
	'/:id/end',
	checkedInside(signedIn()),
	query(ConfirmQuery),
	returns(200, UnconfirmedChange, 'Roll back a pending change now'),
	refuses('auth.step_up', 'change.over', ...REFUSED_REVERT),
	async (c) => {
		const { endEarly } = await import('./end-early.ts')
		return c.json(await endEarly(c, c.req.param('id'), c.req.valid('query')))
	},
)

/** Confirming a change takes the proof that making it took. */
async function requireProof(c: Context<SignedIn>, audit_id: string) {
	const { loadChange } = await import('../reverts/revert.ts')
	const loaded = await loadChange(c, audit_id)
	if (loaded) await requireProofOf(c, loaded)
}

async function refusal(c: Caller, change_id: string) {
	const change = await selectDecided(c, change_id)
	for (const { holds, refusal } of TRIED) {
		const { isTried } = await c.var.db.get<{ isTried: number }>(
			sql`SELECT ${allTried(change_id, holds(c.var.principal.user_id))} AS isTried`,
		)
		if (isTried !== 1) return refusal(c.var.principal)
	}
	return change
		? conflict('change.too_late', {
				status: change.status,
			})
		: notFound('Unconfirmed change')
}
