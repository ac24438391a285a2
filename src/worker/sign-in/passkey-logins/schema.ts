import * as z from 'zod'
import { doc } from '#doc'
import { named } from '../../ground/http/fields.ts'
import { Assertion } from '../passkeys/schema.ts'
import { LogIn } from '../sessions/schema.ts'

export const AskForPasskey = named('AskForPasskey', {
	login: z
		.optional(LogIn.shape.login)
		.meta(doc({ description: 'The login or the e-mail address. Without it, any passkey for us will do.' })),
})

export const LogInByPasskey = named('LogInByPasskey', { credential: Assertion, org_id: LogIn.shape.org_id })
