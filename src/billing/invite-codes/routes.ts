import { desc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { commit } from '../../write/commit.ts'
import type { Database } from '../../db/database.ts'
import { onPage } from '../../db/search.ts'
import type { App } from '../../context.ts'
import { body, query, returns } from '../../http/contract.ts'
import { invalid, notFound } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { openPage } from '../../http/page.ts'
import { users } from '../../identity/users/table.ts'
import { ownCode, resetCode } from './own.ts'
import { InviteCode, InviteCodeQuery, UpdateInviteCode } from './schema.ts'
import { isOwner, shown, shownCodes } from './shown.ts'
import { inviteCodes } from './table.ts'
import { requires, signedInUser } from '../../http/access.ts'
import { ensureChanged } from '../../write/guards.ts'

const { seq, id } = inviteCodes

export const inviteCodeRoutes = new Hono<App>()

inviteCodeRoutes.get(
	'/',
	requires('platform_admin'),
	query(InviteCodeQuery),
	returns(200, z.array(InviteCode), 'List invite codes'),
	async (c) => {
		const { q, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const search = { seq, index: 'invite_codes_search', q, columns: ['code', 'login', 'email'] }
		const rows = await c.var.db
			.select({ seq, ...shown })
			.from(inviteCodes)
			.innerJoin(users, isOwner)
			.where(q ? onPage(search, page) : page.before(seq))
			.orderBy(desc(seq))
			.limit(page.limit)
		return c.json(page.close(rows, (row) => row.seq).map(({ seq: _, ...code }) => code))
	},
)

inviteCodeRoutes.get('/:id', requires('platform_admin'), returns(200, InviteCode, 'Read an invite code'), async (c) => {
	const [code] = await shownCodes(c.var.db, eq(id, c.req.param('id'))).limit(1)
	if (!code) throw notFound('Invite code')
	return taggedJson(c, code)
})

inviteCodeRoutes.patch(
	'/:id',
	requires('platform_admin'),
	body(UpdateInviteCode),
	returns(200, InviteCode, 'Change how often an invite code may be used, or whether it may'),
	async (c) => {
		const code_id = c.req.param('id')
		const fields = c.req.valid('json')
		const { max_uses = 0 } = fields
		// Naming the id itself keeps an empty PATCH a valid statement that changes nothing.
		const change = c.var.db
			.update(inviteCodes)
			.set({ id: code_id, ...fields })
			.where(sql`${eq(id, code_id)} AND (${max_uses} = 0 OR ${inviteCodes.use_count} <= ${max_uses})`)
		const [, , [code]] = await commit(c, [change, ensureChanged(c), shownCodes(c.var.db, eq(id, code_id)).limit(1)], {
			audit: { action: 'invite_codes.update', target: inviteCodes, target_id: code_id },
			otherwise: () => whyNot(c.var.db, code_id),
		})
		return c.json(code)
	},
)

async function whyNot(db: Database['reader'], code_id: string) {
	const [code] = await db.select({ id }).from(inviteCodes).where(eq(id, code_id)).limit(1)
	return code
		? invalid([{ path: 'max_uses', message: 'Must be 0, or no less than use_count' }])
		: notFound('Invite code')
}

/** The caller's own code, under `/v1/me`. */
export const myInviteCodeRoutes = new Hono<App>()

myInviteCodeRoutes.get(
	'/',
	signedInUser(),
	returns(200, InviteCode, 'Read your invite code; you get one when you have none'),
	async (c) => taggedJson(c, await ownCode(c, c.var.principal.user_id)),
)

myInviteCodeRoutes.post(
	'/reset',
	signedInUser(),
	returns(200, InviteCode, 'Trade your invite code for a new one, once in 24 hours'),
	async (c) => c.json(await resetCode(c, c.var.principal.user_id)),
)
