import type { Asking, WorkContext } from '../../context.ts'
import { type ApiError, unauthorized } from '../../ground/http/errors.ts'
import { write } from '../../ground/write/write.ts'
import { newChallenge } from '../challenges/challenge.ts'
import { passkeyDetails, selectKnown } from '../passkeys/options.ts'
import type { Asked } from '../passkeys/relying-party.ts'

/**
 * The 401 that asks for the second factor of a user whose password is right, with a challenge to answer at
 * `POST /v1/auth/second-factor`. One D1 call.
 */
export async function askForSecondFactor(
	c: WorkContext & Asked,
	{ user_id, methods, guards, refusal }: Asking,
): Promise<ApiError> {
	const { challenge, statements } = newChallenge(c, 'second_factor', { user_id })
	const { known } = await write(
		c,
		{ guards, statements, known: selectKnown(c.var.db, user_id) },
		{ response: { none: 'A challenge is a refusal' }, otherwise: refusal },
	)
	return unauthorized('auth.second_factor', {
		challenge,
		methods,
		...passkeyDetails(c, challenge, methods.includes('passkey') ? known : []),
	})
}
