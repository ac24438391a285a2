import { desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../ground/db/database.ts'
import { onPage } from '../../ground/db/search/search.ts'
import { allOf, exists, noChange } from '../../ground/db/state.ts'
import { ownSignIn, requires, signedInUser } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { conflict, existing, invalid, notFound } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { must } from '../../ground/http/must.ts'
import { openPage } from '../../ground/http/page.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { users } from '../../tenancy/users/table.ts'
import { ownCode, resetCode } from './own.ts'
import { InviteCode, InviteCodeQuery, UpdateInviteCode } from './schema.ts'
import { inviteCodes } from './table.ts'
import { codesWithOwner, columns, isOwner } from './with-owner.ts'

const { seq, id } = inviteCodes

const ownerIsActive = exists(users, allOf(isOwner, eq(users.status, 'active')))

export const inviteCodeRoutes = routes()

inviteCodeRoutes.get(
	'/',
	requires('platform.read'),
	query(InviteCodeQuery),
	returns(200, z.array(InviteCode), 'List invite codes'),
	async (c) => {
		const { q, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const search = { seq, index: 'invite_codes_search', q, columns: ['code', 'login', 'email'] }
		const rows = await c.var.db
			.select({ seq, ...columns })
			.from(inviteCodes)
			.innerJoin(users, isOwner)
			.where(q ? onPage(search, page) : page.before(seq))
			.orderBy(desc(seq))
			.limit(page.limit)
		return c.json(page.close(rows, (row) => row.seq).map(({ seq: _, ...code }) => code))
	},
)

inviteCodeRoutes.get('/:id', requires('platform.read'), returns(200, InviteCode, 'Read an invite code'), async (c) => {
	const [code] = await codesWithOwner(c.var.db, eq(id, c.req.param('id'))).limit(1)
	return taggedJson(c, existing(code, 'Invite code'))
})

inviteCodeRoutes.patch(
	'/:id',
	requires('money.write'),
	body(UpdateInviteCode),
	returns(200, InviteCode, "Change an invite code's maximum uses, or activate or deactivate it"),
	refuses('invite_codes.owner_inactive'),
	async (c) => {
		const code_id = c.req.param('id')
		const { db } = c.var
		const fields = c.req.valid('json')
		const { max_uses = 0, is_active = false } = fields
		const mayBeActive = sql`NOT ${is_active} OR ${ownerIsActive}`
		const change = db
			.update(inviteCodes)
			.set({ ...noChange(inviteCodes.use_count), ...fields })
			.where(
				sql`${eq(id, code_id)} AND (${max_uses} = 0 OR ${inviteCodes.use_count} <= ${max_uses}) AND (${mayBeActive})`,
			)
		const { changed } = await write(
			c,
			{ change, found: ensureChanged(c), changed: codesWithOwner(db, eq(id, code_id)).limit(1) },
			{
				audit: { action: 'invite_codes.update', target: inviteCodes, target_id: code_id },
				otherwise: () => refusal(db, code_id, is_active),
			},
		)
		return changedJson(c, changed[0])
	},
)

async function refusal(db: Database['reader'], code_id: string, activates: boolean) {
	const [code] = await db
		.select({ owner_status: users.status })
		.from(inviteCodes)
		.innerJoin(users, isOwner)
		.where(eq(id, code_id))
		.limit(1)
	if (!code) return notFound('Invite code')
	if (activates && code.owner_status !== 'active') return conflict('invite_codes.owner_inactive')
	return invalid([{ path: 'max_uses', message: must.uses_so_far }])
}

/** The caller's own code, under `/v1/me`. */
export const myInviteCodeRoutes = routes()

myInviteCodeRoutes.get(
	'/',
	signedInUser(),
	ownSignIn(),
	returns(200, InviteCode, 'Read your invite code; creates one if you have none', { changes: true, isAudited: true }),
	refuses('invite_codes.try_again'),
	async (c) => taggedJson(c, await ownCode(c, c.var.principal.user_id)),
)

myInviteCodeRoutes.post(
	'/reset',
	signedInUser(),
	ownSignIn(),
	returns(200, InviteCode, 'Replace your invite code with a new one, once in 24 hours'),
	refuses('invite_codes.reset_cooldown', 'invite_codes.try_again'),
	async (c) => c.json(await resetCode(c, c.var.principal.user_id)),
)
