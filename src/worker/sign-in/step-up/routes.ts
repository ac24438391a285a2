import { signedInUser } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { BUSY } from '../passwords/turns.ts'
import { ownOrigin } from '../sessions/origin.ts'
import { SteppedUp, StepUp } from './schema.ts'
import { stepUp } from './step-up.ts'

export const stepUpRoutes = routes()

stepUpRoutes.post(
	'/',
	ownOrigin,
	signedInUser(),
	body(StepUp),
	returns(200, SteppedUp, 'Confirm your identity again, for operations that ask for it'),
	refuses('auth.too_many_failures', 'auth.too_many_requests', ...BUSY),
	async (c) => c.json(await stepUp(c, c.req.valid('json'))),
)
