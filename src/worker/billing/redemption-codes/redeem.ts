import { and, eq, gt, isNull, lt, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { allOf, exists, jsonObject } from '../../ground/db/state.ts'
import { conflict, invalid } from '../../ground/http/errors.ts'
import { said } from '../../ground/http/field-codes.ts'
import { must } from '../../ground/http/must.ts'
import { ensure, ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { notifyOperators } from '../../messages/notices/notify.ts'
import { holdsRole } from '../../tenancy/users/platform-roles.ts'
import { emit } from '../../webhooks/events/emit.ts'
import { MAX_BALANCE, post } from '../credits/post.ts'
import { creditAccounts } from '../credits/table.ts'
import { LENGTH, looksLikeCode } from './code.ts'
import { CREDITS } from './schema.ts'
import { redemptionCodes, redemptions } from './table.ts'

// Redeeming (spec 4.11): once per org and code, while the code is active, hasn't expired and has uses left.

const { id, code, type, value, max_uses, use_count, expires_at, is_active } = redemptionCodes

interface Redemption {
	/** The code in its stored form. */
	typed: string
	org_id: string
	user_id: string
}

/**
 * Redeems a code for an org and returns its type and value. Errors: 400 for an unknown code; 409 if the org has already redeemed
 * it, if it can't be used, or if the balance can't hold its credits.
 */
export async function redeem(c: WorkContext, redemption: Redemption) {
	const { typed, org_id } = redemption
	const { used } = await write(c, statements(c, redemption), {
		audit: {
			action: 'redemption_codes.redeem',
			target: redemptionCodes,
			target_id: sql`coalesce(${ofCode(typed, id)}, '')`,
			where: eq(code, typed),
			// Anyone who redeems a code, or reads the org's changes, needn't know what the platform keeps about it.
			kept: ofCode(typed, jsonObject({ id, type, value })),
			org_id,
		},
		response: { status: 200, body: ofCode(typed, jsonObject({ code, type, value })) },
		duplicate: alreadyRedeemed,
		otherwise: () => refusal(c, redemption),
	})
	return used[0]
}

/** A value from the code's row, as an expression. */
const ofCode = (typed: string, expression: SQLWrapper) =>
	sql`(SELECT ${expression} FROM ${redemptionCodes} WHERE ${eq(code, typed)})`

function statements(c: WorkContext, { typed, org_id, user_id }: Redemption) {
	const { db } = c.var
	const usable = and(
		eq(code, typed),
		eq(is_active, true),
		or(isNull(expires_at), gt(expires_at, now())),
		lt(use_count, max_uses),
	)
	const row = sql`${redemptionCodes} WHERE ${eq(code, typed)}`
	return {
		used: db
			.update(redemptionCodes)
			.set({ use_count: sql`${use_count} + 1` })
			.where(usable)
			.returning({ code, type, value }),
		usable: ensureChanged(c),
		redemption: insertFrom(db, redemptions, { code_id: sql`${id}`, org_id, user_id, created_at: now() }, row),
		entry: post(db, {
			org_id,
			amount: sql`(SELECT ${value} FROM ${row} AND ${eq(type, CREDITS)})`,
			type: 'redemption',
			reference: { type: 'redemption_code', id: ofCode(typed, id) },
			actor_user_id: user_id,
		}),
		// If the account can't hold the credits, the code stays unused, so they aren't lost.
		moved: ensure(c, sql`changes() > 0 OR NOT ${exists(redemptionCodes, allOf(eq(code, typed), eq(type, CREDITS)))}`),
		event: emit(db, {
			org_id,
			type: 'redemption_code.redeemed',
			data: sql`(SELECT json_object('redemption_code_id', ${id}, 'type', ${type}, 'value', ${value}, 'org_id', ${org_id}, 'user_id', ${user_id}) FROM ${row})`,
		}),
		// Operators redeem as everybody does, but anyone who makes codes sees it.
		told: notifyOperators(db, ['admin', 'billing'], {
			code: 'code_redeemed',
			values: {
				user: sql`(SELECT n.username FROM users n WHERE n.id = ${user_id})`,
				code_type: ofCode(typed, type),
				org: sql`(SELECT o.name FROM orgs o WHERE o.id = ${org_id})`,
				value: ofCode(typed, value),
			},
			about: { redemption_code_id: ofCode(typed, id), org_id, user_id },
			when: holdsRole(user_id),
		}),
	}
}

const alreadyRedeemed = () => conflict('redemption_codes.already_redeemed')

async function refusal({ var: { db } }: WorkContext, { typed, org_id }: Redemption) {
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
	if (!found)
		return invalid([
			{
				path: 'code',
				...(looksLikeCode(typed)
					? { message: must.known_redemption_code }
					: said('redemption_code', { length: LENGTH })),
			},
		])
	if (redeemed) return alreadyRedeemed()
	if (!found.is_active) return conflict('redemption_codes.inactive')
	if (found.expires_at !== null && found.expires_at <= now()) return conflict('redemption_codes.expired')
	if (found.use_count >= found.max_uses) return conflict('redemption_codes.exhausted')
	if (found.type === CREDITS && Number(found.value) > MAX_BALANCE - (account?.balance ?? 0))
		return conflict('credits.overflow')
	// Whatever refused the batch has changed in the meantime.
	return conflict('redemption_codes.changed')
}
