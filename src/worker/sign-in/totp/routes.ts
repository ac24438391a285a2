import { eq } from 'drizzle-orm'
import { ownSignIn, signedInUser, stepUp } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { disable, enable, makeKey } from './enable.ts'
import { EnableTotp, Totp, TotpOptions } from './schema.ts'
import { totpKeys } from './table.ts'

export const totpRoutes = routes()

totpRoutes.get(
	'/',
	signedInUser({ enrolling: true }),
	ownSignIn(),
	returns(200, Totp, 'Read whether you have an authenticator app'),
	async (c) => {
		const { enabled_at } = totpKeys
		const isYours = eq(totpKeys.user_id, c.var.principal.user_id)
		const [key] = await c.var.db.select({ enabled_at }).from(totpKeys).where(isYours).limit(1)
		return taggedJson(c, { enabled_at: key?.enabled_at ?? null })
	},
)

totpRoutes.post(
	'/options',
	signedInUser({ enrolling: true }),
	ownSignIn(),
	stepUp(),
	returns(200, TotpOptions, 'Make a key for an authenticator app', { isAudited: false }),
	refuses('totp.enabled'),
	async (c) => c.json(await makeKey(c)),
)

totpRoutes.put(
	'/',
	signedInUser({ enrolling: true }),
	ownSignIn(),
	stepUp(),
	body(EnableTotp),
	returns(200, Totp, 'Enable the authenticator app with its first code'),
	refuses('totp.enabled', 'totp.not_requested', 'auth.too_many_failures'),
	async (c) => changedJson(c, await enable(c, c.req.valid('json').code)),
)

totpRoutes.delete(
	'/',
	signedInUser(),
	ownSignIn(),
	stepUp(),
	returns(204, undefined, 'Remove your authenticator app'),
	refuses('totp.not_requested'),
	async (c) => {
		await disable(c)
		return c.body(null, 204)
	},
)
