import { anyone } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { RequestOptions } from '../passkeys/schema.ts'
import { ownOrigin } from '../sessions/origin.ts'
import { AccessToken } from '../sessions/schema.ts'
import { welcome } from '../sessions/session.ts'
import { askForPasskey } from './ask.ts'
import { logInByPasskey } from './log-in.ts'
import { AskForPasskey, LogInByPasskey } from './schema.ts'

export const passkeyLoginRoutes = routes()

passkeyLoginRoutes.post(
	'/options',
	ownOrigin,
	anyone(),
	body(AskForPasskey),
	returns(200, RequestOptions, 'Ask for what a browser needs to log in by a passkey', { isAudited: false }),
	refuses('sign_in.no_public_url', 'auth.too_many_requests'),
	async (c) => c.json(await askForPasskey(c, c.req.valid('json').login)),
)

passkeyLoginRoutes.post(
	'/',
	ownOrigin,
	anyone(),
	body(LogInByPasskey),
	returns(200, AccessToken, 'Log in by a passkey'),
	refuses(
		'oidc.required',
		'sign_in.no_public_url',
		'auth.invalid_passkey',
		'auth.too_many_failures',
		'auth.too_many_requests',
		'auth.no_org',
	),
	async (c) => c.json(await welcome(c, await logInByPasskey(c, c.req.valid('json')))),
)
