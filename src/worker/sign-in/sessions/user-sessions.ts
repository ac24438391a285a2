import { desc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { allOf } from '../../ground/db/state.ts'
import { requires } from '../../ground/http/access.ts'
import { query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { rowsOfUser } from '../../tenancy/users/visible.ts'
import { Session } from './schema.ts'
import { endSessionOf, isLiveOf, sessionColumns, readSession } from './sessions.ts'
import { sessions } from './table.ts'

export const userSessionRoutes = routes()

userSessionRoutes.get(
	'/:user_id/sessions',
	requires('platform.read'),
	query(PageQuery),
	returns(200, z.array(Session), "List a user's sessions"),
	async (c) => {
		const user_id = c.req.param('user_id')
		const page = openPage(c, c.req.valid('query'))
		const found = c.var.db
			.select(sessionColumns)
			.from(sessions)
			.where(allOf(isLiveOf(user_id), page.before(sessions.id) ?? sql`true`))
			.orderBy(desc(sessions.id))
			.limit(page.limit)
		return c.json(page.close(await rowsOfUser(c.var.db, user_id, found), (row) => row.id))
	},
)

userSessionRoutes.get(
	'/:user_id/sessions/:id',
	requires('platform.read'),
	returns(200, Session, "Read one of a user's sessions"),
	async (c) => taggedJson(c, await readSession(c, c.req.param('user_id'), c.req.param('id'))),
)

userSessionRoutes.delete(
	'/:user_id/sessions/:id',
	requires('people.write'),
	returns(204, undefined, "End one of a user's sessions, effective immediately"),
	refuses('roles.higher'),
	async (c) => {
		const { user_id, id } = c.req.param()
		await endSessionOf(c, user_id, id)
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)
