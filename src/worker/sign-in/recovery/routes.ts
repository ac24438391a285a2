import { anyone, ownSignIn, requires, signedInUser, stepUp } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { Ok } from '../../ground/http/fields.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { refuseOwnAccount } from '../../tenancy/users/platform-roles.ts'
import { BUSY } from '../passwords/turns.ts'
import { ownOrigin } from '../sessions/origin.ts'
import { rememberDevice } from '../throttle/device.ts'
import { ChangePassword, ConfirmReset, ConfirmVerification, RequestReset, ResetToken } from './schema.ts'

export const recoveryRoutes = routes()

recoveryRoutes.post(
	'/password-reset',
	ownOrigin,
	anyone(),
	body(RequestReset),
	returns(202, Ok, 'Request a mail with a one-time token that resets a password', { isAudited: false }),
	refuses('auth.too_many_requests'),
	async (c) => {
		const { requestReset } = await import('./reset.ts')
		await requestReset(c, c.req.valid('json').login)
		return c.json({ ok: true as const }, 202)
	},
)

recoveryRoutes.post(
	'/password-reset/confirm',
	ownOrigin,
	anyone(),
	body(ConfirmReset),
	returns(200, Ok, 'Choose a new password with a one-time token, and end all sessions'),
	refuses(...BUSY),
	async (c) => {
		const { confirmReset } = await import('./reset.ts')
		await confirmReset(c, c.req.valid('json'))
		forgetPrincipals(c)
		return c.json({ ok: true as const })
	},
)

recoveryRoutes.post(
	'/email/verification/confirm',
	ownOrigin,
	anyone(),
	body(ConfirmVerification),
	returns(200, Ok, 'Verify an e-mail address with a one-time token'),
	async (c) => {
		const { confirmVerification } = await import('./verification.ts')
		await confirmVerification(c, c.req.valid('json').token)
		return c.json({ ok: true as const })
	},
)

export const myRecoveryRoutes = routes()

myRecoveryRoutes.post(
	'/password',
	signedInUser(),
	ownSignIn(),
	body(ChangePassword),
	returns(200, Ok, 'Change your password, and end your other sessions'),
	refuses('auth.too_many_failures', 'auth.too_many_requests', ...BUSY),
	async (c) => {
		const { changePassword } = await import('./change-password.ts')
		const password_hash = await changePassword(c, c.var.principal, c.req.valid('json'))
		forgetPrincipals(c)
		await rememberDevice(c, c.var.principal.user_id, password_hash)
		return c.json({ ok: true as const })
	},
)

myRecoveryRoutes.post(
	'/email/verification',
	signedInUser(),
	ownSignIn(),
	returns(202, Ok, 'Request a mail with a one-time token that verifies your e-mail address'),
	refuses(
		'users.no_email',
		'users.email_verified',
		'email.not_configured',
		'secrets.key_missing',
		'auth.too_many_requests',
	),
	async (c) => {
		const { requestVerification } = await import('./verification.ts')
		await requestVerification(c)
		return c.json({ ok: true as const }, 202)
	},
)

export const userRecoveryRoutes = routes()

userRecoveryRoutes.post(
	'/:user_id/password-reset',
	requires('people.write'),
	stepUp(),
	returns(201, ResetToken, 'Create a one-time token for a user to choose a new password'),
	refuses('roles.higher'),
	async (c) => {
		refuseOwnAccount(c.var.principal, c.req.param('user_id'))
		const { makeResetToken } = await import('./reset.ts')
		return c.json(await makeResetToken(c, c.req.param('user_id')), 201)
	},
)
