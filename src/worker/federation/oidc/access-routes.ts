import { anyone, ownSignIn, signedInUser, stepUp } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing } from '../../ground/http/errors.ts'
import { ownOrigin } from '../../sign-in/sessions/origin.ts'
import { AccessToken } from '../../sign-in/sessions/schema.ts'
import { welcome } from '../../sign-in/sessions/session.ts'
import { assertedBy } from './access-assertion.ts'
import { Identity, LogInByAccess } from './schema.ts'

export const accessLoginRoutes = routes()

accessLoginRoutes.post(
	'/',
	ownOrigin,
	anyone(),
	body(LogInByAccess),
	returns(200, AccessToken, 'Log in by the assertion of Cloudflare Access'),
	refuses(
		'access.not_set_up',
		'access.invalid_assertion',
		'oidc.provider',
		'oidc.no_account',
		'oidc.inactive',
		'oidc.required',
		'auth.too_many_requests',
		'auth.no_org',
	),
	async (c) => {
		const { logInByAccess } = await import('./access-log-in.ts')
		return c.json(await welcome(c, await logInByAccess(c, c.req.valid('json').org_id)))
	},
)

export const accessIdentityRoutes = routes()

accessIdentityRoutes.post(
	'/access',
	signedInUser(),
	ownSignIn(),
	stepUp(),
	returns(200, Identity, 'Add who you are at Cloudflare Access to your account'),
	refuses('access.not_set_up', 'access.invalid_assertion', 'oidc.provider', 'oidc.linked'),
	async (c) => {
		const { keepIdentity } = await import('./access-log-in.ts')
		const identity = await keepIdentity(c, await assertedBy(c), c.var.principal.user_id)
		return c.json(existing(identity, 'Identity'))
	},
)
