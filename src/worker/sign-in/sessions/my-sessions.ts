import { desc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { allOf } from '../../ground/db/state.ts'
import { ownSignIn, signedInUser } from '../../ground/http/access.ts'
import { query, returns, routes } from '../../ground/http/contract.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { MySession } from './schema.ts'
import { endSessionOf, isLiveOf, sessionColumns, readSession } from './sessions.ts'
import { sessions } from './table.ts'

export const mySessionRoutes = routes()

mySessionRoutes.get(
	'/',
	signedInUser(),
	ownSignIn(),
	query(PageQuery),
	returns(200, z.array(MySession), 'List your sessions'),
	async (c) => {
		const { user_id, session_id } = c.var.principal
		const page = openPage(c, c.req.valid('query'))
		const before = page.before(sessions.id)
		const rows = await c.var.db
			.select(sessionColumns)
			.from(sessions)
			.where(allOf(isLiveOf(user_id), before ?? sql`true`))
			.orderBy(desc(sessions.id))
			.limit(page.limit)
		return c.json(page.close(rows, (row) => row.id).map((row) => ({ ...row, is_current: row.id === session_id })))
	},
)

mySessionRoutes.get(
	'/:id',
	signedInUser(),
	ownSignIn(),
	returns(200, MySession, 'Read one of your sessions'),
	async (c) => {
		const { user_id, session_id } = c.var.principal
		const session = await readSession(c, user_id, c.req.param('id'))
		return taggedJson(c, { ...session, is_current: session.id === session_id })
	},
)

mySessionRoutes.delete(
	'/:id',
	signedInUser(),
	ownSignIn(),
	returns(204, undefined, 'End one of your sessions, effective immediately'),
	async (c) => {
		await endSessionOf(c, c.var.principal.user_id, c.req.param('id'))
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)
