import { and, desc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { newId, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { onPage } from '../../ground/db/search/search.ts'
import { jsonObject, noChange } from '../../ground/db/state.ts'
import { ownSignIn, requires, signedInUser, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing, notFound } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { openPage } from '../../ground/http/page.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { updateBatch } from './batch.ts'
import { codeFrom, endingIn, LAST_FOUR, looksLikeCode, newCode, seesCodes, shownTo } from './code.ts'
import { redeem } from './redeem.ts'
import {
	CreateRedemptionCodes,
	Redeem,
	Redeemed,
	RedemptionCode,
	RedemptionCodeQuery,
	UpdatedBatch,
	UpdateRedemptionCode,
} from './schema.ts'
import { redemptionCodes } from './table.ts'

const { seq: _, ...columns } = getTableColumns(redemptionCodes)

/** Whether codes that were put away are worth credits again. */
const activates = ({ is_active }: z.infer<typeof UpdateRedemptionCode>) => is_active === true

export const redemptionCodeRoutes = routes()

redemptionCodeRoutes.post(
	'/batch',
	requires('money.write'),
	stepUp('value'),
	body(CreateRedemptionCodes),
	returns(201, z.array(RedemptionCode), 'Create a batch of redemption codes'),
	async (c) => {
		const { count, batch_id: given, ...wanted } = c.req.valid('json')
		const batch_id = given ?? newId('batch')
		const common = { ...wanted, batch_id, created_by_user_id: actorOf(c.var.principal), created_at: now() }
		const records = Array.from({ length: count }, () => recordOf(common)).toReversed()
		const codes = records.map((record) => ({ ...record, code: newCode(c) }))
		const state = stateOfBatch(codes, common)
		await write(
			c,
			{ batch: insertBatch(c.var.db, codes, common) },
			{
				audit: { action: 'redemption_codes.create_batch', target: redemptionCodes, target_id: batch_id, state },
				response: { status: 201, body: codes },
			},
		)
		return c.json(codes, 201)
	},
)

redemptionCodeRoutes.get(
	'/',
	requires('platform.read'),
	query(RedemptionCodeQuery),
	returns(200, z.array(RedemptionCode), 'List redemption codes'),
	async (c) => {
		const { q, type, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const rows = await c.var.db
			.select()
			.from(redemptionCodes)
			.where(q ? matching(q, type, page, seesCodes(c)) : and(ofType(type), page.before(redemptionCodes.seq)))
			.orderBy(desc(redemptionCodes.seq))
			.limit(page.limit)
		return c.json(page.close(rows, ({ seq }) => seq).map(({ seq: _, ...code }) => shownTo(c)(code)))
	},
)

redemptionCodeRoutes.get(
	'/:id',
	requires('platform.read'),
	returns(200, RedemptionCode, 'Read a redemption code'),
	async (c) => {
		const where = eq(redemptionCodes.id, c.req.param('id'))
		const [code] = await c.var.db.select(columns).from(redemptionCodes).where(where).limit(1)
		return taggedJson(c, shownTo(c)(existing(code, 'Redemption code')))
	},
)

redemptionCodeRoutes.patch(
	'/:id',
	requires('money.write'),
	body(UpdateRedemptionCode),
	stepUp('value', activates),
	returns(200, RedemptionCode, 'Activate or deactivate a redemption code'),
	async (c) => {
		const id = c.req.param('id')
		const change = c.var.db
			.update(redemptionCodes)
			.set({ ...noChange(redemptionCodes.use_count), ...c.req.valid('json') })
			.where(eq(redemptionCodes.id, id))
			.returning(columns)
		const { changed } = await write(
			c,
			{ changed: change, found: ensureChanged(c) },
			{
				audit: { action: 'redemption_codes.update', target: redemptionCodes, target_id: id, state: stateOf(id) },
				otherwise: notFound('Redemption code'),
			},
		)
		return changedJson(c, changed[0] && shownTo(c)(changed[0]))
	},
)

redemptionCodeRoutes.patch(
	'/batches/:batch_id',
	requires('money.write'),
	body(UpdateRedemptionCode),
	stepUp('value', activates),
	returns(200, UpdatedBatch, 'Activate or deactivate all codes of a batch', { isTagged: false, isMatched: false }),
	async (c) => c.json(await updateBatch(c, c.req.param('batch_id'), c.req.valid('json'))),
)

/** Redeeming, under `/v1/me`. */
export const redeemRoutes = routes().post(
	'/',
	signedInUser(),
	ownSignIn(),
	body(Redeem),
	returns(200, Redeemed, "Redeem a code for the org you're acting in"),
	refuses(
		'redemption_codes.already_redeemed',
		'redemption_codes.inactive',
		'redemption_codes.expired',
		'redemption_codes.exhausted',
		'redemption_codes.changed',
		'credits.overflow',
	),
	async (c) => {
		const { org_id, user_id } = c.var.principal
		return c.json(await redeem(c, { typed: c.req.valid('json').code, org_id, user_id }))
	},
)

type Common = Omit<z.infer<typeof RedemptionCode>, 'id' | 'code' | 'use_count' | 'is_active'>
type Codes = { id: string; code: string }[]

const recordOf = ({ type, value, max_uses, expires_at, ...made }: Common) => ({
	id: newId('rcd'),
	code: '',
	type,
	value,
	max_uses,
	use_count: 0,
	expires_at,
	is_active: true,
	...made,
})

// IDs and codes are one JSON parameter, because D1 binds at most 100. The newest is first in it, so it's inserted last.
function insertBatch(db: Database['reader'], codes: Codes, common: Common) {
	const each = JSON.stringify(codes.map(({ id, code }) => ({ id, code })))
	return insertFrom(
		db,
		redemptionCodes,
		{ ...common, id: sql`value ->> 'id'`, code: sql`value ->> 'code'` },
		sql`json_each(${each}) ORDER BY key DESC`,
	)
}

// What the codes have in common, and their number. They exist together or not at all, so looking for one is enough.
function stateOfBatch(codes: Codes, { batch_id, type, value, max_uses, expires_at }: Common): SQL {
	const state = JSON.stringify({ batch_id, count: codes.length, type, value, max_uses, expires_at })
	return sql`(SELECT ${state} FROM ${redemptionCodes} WHERE ${eq(redemptionCodes.id, codes[0]?.id ?? '')})`
}

const ofType = (type: string | undefined) => (type === undefined ? undefined : eq(redemptionCodes.type, type))

/** The state of a code for the audit log. */
const stateOf = (id: string): SQL =>
	sql`(SELECT json_set(${jsonObject(columns)}, '$.code', ${LAST_FOUR}) FROM ${redemptionCodes} WHERE ${eq(redemptionCodes.id, id)})`

// Without its dashes a code isn't a part of any stored one, so it's looked up too. Who doesn't see codes doesn't find them by parts
// either, because the parts would add up.
function matching(q: string, type: string | undefined, page: ReturnType<typeof openPage>, isByCode: boolean) {
	const { seq, code } = redemptionCodes
	const columns = ['batch_id', 'type', ...(isByCode ? ['code'] : [])]
	const byIndex = onPage({ seq, index: 'redemption_codes_search', q, columns, exactly: { type } }, page)
	const byCode = isByCode ? looksLikeCode(q) && eq(code, codeFrom(q)) : endingIn(q)
	return byCode ? or(byIndex, and(byCode, ofType(type), page.before(seq))) : byIndex
}
