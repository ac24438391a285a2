import { anyone } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { ownOrigin } from '../../sign-in/sessions/origin.ts'
import { welcome } from '../../sign-in/sessions/session.ts'
import { register } from './register.ts'
import { Register, Registered } from './schema.ts'

export const registrationRoutes = routes()

registrationRoutes.post(
	'/register',
	ownOrigin,
	anyone(),
	body(Register),
	returns(201, Registered, 'Register a user with a personal org'),
	refuses('name.taken', 'limit.reached', 'members.deactivated', 'auth.busy', 'auth.too_many_requests'),
	async (c) => {
		const session = await register(c, c.req.valid('json'))
		const { user_id, org_id } = session
		return c.json({ user_id, org_id, ...(await welcome(c, session)) }, 201)
	},
)
