import { Hono } from 'hono'
import type { App } from '../../context.ts'
import { signedInUser } from '../../http/access.ts'
import { body, refuses, returns } from '../../http/contract.ts'
import { changedJson, taggedJson } from '../../http/etag.ts'
import { BUSY } from '../passwords/turns.ts'
import { selectMe, toMe } from './read.ts'
import { Me, UpdateMe } from './schema.ts'

export const meRoutes = new Hono<App>()

meRoutes.get('/', signedInUser(), returns(200, Me, 'Read the caller with their orgs and permissions'), async (c) =>
	taggedJson(c, toMe(c, await c.var.db.batch([...selectMe(c)]))),
)

meRoutes.patch(
	'/',
	signedInUser(),
	body(UpdateMe),
	returns(200, Me, 'Change your names, your language, your time zone or your address'),
	refuses(409, 'auth.too_many_failures', 'auth.too_many_requests', ...BUSY),
	async (c) => {
		const { changeMe } = await import('./change.ts')
		return changedJson(c, toMe(c, await changeMe(c, c.req.valid('json'))))
	},
)
