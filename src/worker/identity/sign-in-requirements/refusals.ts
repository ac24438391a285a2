import { ApiError } from '../../ground/http/errors.ts'

/** The 401 of somebody who has to sign in through one of these connections. */
export const throughConnection = (connection_ids: string[]) =>
	new ApiError(
		401,
		'auth.unauthorized',
		'You have to sign in through a provider to act in this org',
		{ reason: 'oidc.required', connection_ids },
		{ 'WWW-Authenticate': 'Bearer' },
	)

/** The 401 of a session that has proven no second factor where one is demanded, and can't be asked for it: nobody typed a password. */
export const needsFactor = () =>
	new ApiError(
		401,
		'auth.unauthorized',
		'You need a second factor to act in this org. Add one to your account, and log in with it.',
		{ reason: 'auth.second_factor_required' },
		{ 'WWW-Authenticate': 'Bearer' },
	)
