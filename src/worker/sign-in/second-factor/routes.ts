import { anyone, requires, stepUp } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { Ok } from '../../ground/http/fields.ts'
import { refuseOwnAccount } from '../../tenancy/users/platform-roles.ts'
import { ownOrigin } from '../sessions/origin.ts'
import { AccessToken } from '../sessions/schema.ts'
import { welcome } from '../sessions/session.ts'
import { logInWithFactor } from './log-in.ts'
import { resetSecondFactor } from './reset.ts'
import { SecondFactor } from './schema.ts'

export const secondFactorRoutes = routes()

secondFactorRoutes.post(
	'/',
	ownOrigin,
	anyone(),
	body(SecondFactor),
	returns(200, AccessToken, 'Log in with the second factor that a login asked for'),
	refuses('auth.too_many_failures', 'auth.no_org', 'oidc.required'),
	async (c) => c.json(await welcome(c, await logInWithFactor(c, c.req.valid('json')))),
)

export const userSecondFactorRoutes = routes()

userSecondFactorRoutes.post(
	'/:user_id/second-factor/reset',
	requires('people.write'),
	stepUp(),
	returns(200, Ok, "Remove a user's second factor, and tell them"),
	refuses('roles.higher', 'users.no_second_factor', 'sign_in.last_way'),
	async (c) => {
		const user_id = c.req.param('user_id')
		refuseOwnAccount(c.var.principal, user_id)
		await resetSecondFactor(c, user_id)
		return c.json({ ok: true as const })
	},
)
