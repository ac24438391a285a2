import * as z from 'zod'
import { ownSignIn, signedInUser, stepUp, userOrService } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { BUSY } from '../../sign-in/passwords/turns.ts'
import { selectMe, serviceRecord, toMe } from './read.ts'
import { Me, MeAsService, UpdateMe } from './schema.ts'

export const meRoutes = routes()

meRoutes.get(
	'/',
	userOrService(),
	returns(200, z.union([Me, MeAsService]), 'Read the caller: a user with their orgs, or a service account'),
	async (c) => {
		const { db, principal } = c.var
		if (principal.kind !== 'user') return taggedJson(c, await serviceRecord(c, principal))
		return taggedJson(c, toMe(principal, await db.batch([...selectMe(c, principal)])))
	},
)

meRoutes.patch(
	'/',
	signedInUser(),
	ownSignIn(),
	body(UpdateMe),
	stepUp(
		'power',
		({ password_sign_in, email, password }: z.infer<typeof UpdateMe>) =>
			password_sign_in !== undefined || (email !== undefined && password === undefined),
	),
	returns(200, Me, 'Change your names, your language, your time zone, your address or how you sign in'),
	refuses('name.taken', 'sign_in.last_way', 'auth.too_many_failures', 'auth.too_many_requests', ...BUSY),
	async (c) => {
		const { changeMe } = await import('./change.ts')
		return changedJson(c, toMe(c.var.principal, await changeMe(c, c.req.valid('json'))))
	},
)
