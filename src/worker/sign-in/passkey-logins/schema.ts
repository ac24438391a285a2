import * as z from 'zod'
import { doc } from '#doc'
import { Assertion } from '../passkeys/schema.ts'
import { LogIn } from '../sessions/schema.ts'

export const AskForPasskey = z
	.object({
		login: z
			.optional(LogIn.shape.login)
			.meta(doc({ description: 'The login or the e-mail address. Without it, any passkey for us will do.' })),
	})
	.meta(doc({ id: 'AskForPasskey' }))

export const LogInByPasskey = z
	.object({ credential: Assertion, org_id: LogIn.shape.org_id })
	.meta(doc({ id: 'LogInByPasskey' }))
