import { and, eq, gt, isNull, lt, or, type SQLWrapper, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { MAX_BALANCE, post } from '../credits/ledger.ts'
import { creditAccounts } from '../credits/table.ts'
import { commit } from '../../write/commit.ts'
import { now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { jsonObject } from '../../db/state.ts'
import { emit } from '../../webhooks/events/emit.ts'
import type { App, WorkContext } from '../../context.ts'
import { body, returns } from '../../http/contract.ts'
import { conflict, invalid } from '../../http/errors.ts'
import { CREDITS, Redeem, Redeemed } from './schema.ts'
import { redemptionCodes, redemptions } from './table.ts'
import { signedInUser } from '../../http/access.ts'
import { ensure, ensureChanged } from '../../write/guards.ts'

// Redeeming: each org once per code, as long as the code is active, not expired and not used up.

const { id, code, type, value, max_uses, use_count, expires_at, is_active } = redemptionCodes

interface Redemption {
	typed: string
	org_id: string
	user_id: string
}

export const redeemRoutes = new Hono<App>()

redeemRoutes.post(
	'/',
	signedInUser(),
	body(Redeem),
	returns(200, Redeemed, 'Redeem a code for the org you act in'),
	async (c) => {
		const { org_id, user_id } = c.var.principal
		const redemption = { typed: c.req.valid('json').code, org_id, user_id }
		const where = eq(code, redemption.typed)
		const [[redeemed]] = await commit(c, redeem(c, redemption), {
			audit: {
				action: 'redemption_codes.redeem',
				target: redemptionCodes,
				target_id: sql`coalesce(${ofCode(redemption.typed, id)}, '')`,
				where,
				org_id,
			},
			answer: { status: 200, body: ofCode(redemption.typed, jsonObject({ code, type, value })) },
			duplicate: alreadyRedeemed,
			otherwise: () => whyNot(c.var.db, redemption),
		})
		return c.json(redeemed)
	},
)

/** What the code's row gives, as a value. */
const ofCode = (typed: string, expression: SQLWrapper) =>
	sql`(SELECT ${expression} FROM ${redemptionCodes} WHERE ${eq(code, typed)})`

function redeem(c: WorkContext, { typed, org_id, user_id }: Redemption) {
	const { db } = c.var
	const usable = and(
		eq(code, typed),
		eq(is_active, true),
		or(isNull(expires_at), gt(expires_at, now())),
		lt(use_count, max_uses),
	)
	const row = sql`FROM ${redemptionCodes} WHERE ${eq(code, typed)}`
	return [
		db
			.update(redemptionCodes)
			.set({ use_count: sql`${use_count} + 1` })
			.where(usable)
			.returning({ code, type, value }),
		ensureChanged(c),
		db.insert(redemptions).select(sql`SELECT ${id}, ${org_id}, ${user_id}, ${now()} ${row}`),
		post(db, {
			org_id,
			amount: sql`(SELECT ${value} ${row} AND ${eq(type, CREDITS)})`,
			type: 'redemption',
			reference: { type: 'redemption_code', id: ofCode(typed, id) },
			actor_user_id: user_id,
		}),
		// Credits that an account cannot hold are not lost: the code stays as it was.
		ensure(c, sql`changes() > 0 OR NOT EXISTS (SELECT 1 ${row} AND ${eq(type, CREDITS)})`),
		emit(db, {
			org_id,
			type: 'redemption_code.redeemed',
			data: sql`(SELECT json_object('redemption_code_id', ${id}, 'type', ${type}, 'value', ${value}, 'org_id', ${org_id}, 'user_id', ${user_id}) ${row})`,
		}),
	] as const
}

const alreadyRedeemed = () => refused('This org has redeemed the code', 'already_redeemed')
type Refused = 'already_redeemed' | 'inactive' | 'expired' | 'exhausted' | 'changed'
const refused = (message: string, reason: Refused) => conflict(message, { reason: `redemption_codes.${reason}` })

async function whyNot(db: Database['reader'], { typed, org_id }: Redemption) {
	const [[found], [redeemed], [account]] = await db.batch([
		db.select().from(redemptionCodes).where(eq(code, typed)).limit(1),
		db
			.select({ code_id: redemptions.code_id })
			.from(redemptions)
			.innerJoin(redemptionCodes, eq(id, redemptions.code_id))
			.where(and(eq(code, typed), eq(redemptions.org_id, org_id)))
			.limit(1),
		db
			.select({ balance: creditAccounts.balance })
			.from(creditAccounts)
			.where(eq(creditAccounts.org_id, org_id))
			.limit(1),
	])
	if (!found) return invalid([{ path: 'code', message: 'Is not a redemption code' }])
	if (redeemed) return alreadyRedeemed()
	if (!found.is_active) return refused('The code is not active', 'inactive')
	if (found.expires_at !== null && found.expires_at <= now()) return refused('The code has expired', 'expired')
	if (found.use_count >= found.max_uses) return refused('The code is used up', 'exhausted')
	if (found.type === CREDITS && Number(found.value) > MAX_BALANCE - (account?.balance ?? 0))
		return conflict('The balance cannot hold that many credits', { reason: 'credits.overflow' })
	// Whatever refused it has been put right since.
	return refused('The code has just changed: try again', 'changed')
}
