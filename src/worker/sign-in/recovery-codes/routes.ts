import { ownSignIn, signedInUser, stepUp } from '../../ground/http/access.ts'
import { refuses, returns, routes } from '../../ground/http/contract.ts'
import { codesLeft, makeCodes } from './codes.ts'
import { NewRecoveryCodes, RecoveryCodes } from './schema.ts'

export const recoveryCodeRoutes = routes()

recoveryCodeRoutes.get(
	'/',
	signedInUser(),
	ownSignIn(),
	returns(200, RecoveryCodes, 'Read how many recovery codes you have left', { isTagged: false }),
	async (c) => c.json(await codesLeft(c, c.var.principal.user_id)),
)

recoveryCodeRoutes.post(
	'/',
	signedInUser(),
	ownSignIn(),
	stepUp(),
	returns(201, NewRecoveryCodes, 'Make ten recovery codes in place of the ones before'),
	refuses('recovery_codes.no_factor'),
	async (c) => c.json(await makeCodes(c), 201),
)
