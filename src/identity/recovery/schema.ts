import * as z from 'zod'
import { id, timestamp } from '../../http/fields.ts'
import { NewPassword } from '../sign-in/schema.ts'

const Token = z.string().min(1).max(128).meta({ example: 'h0Zf4n0yXqk1v3m5p7r9t1w3y5A7C9E1G3I5K7M9O1Q' })

const Password = z.string().min(1).max(1024)

export const ChangePassword = z
	.object({
		old_password: Password.meta({ example: 'correct horse 1' }),
		new_password: NewPassword,
	})
	.meta({ id: 'ChangePassword' })

export const RequestReset = z
	.object({
		login: z.string().min(1).max(254).meta({ description: 'The login or the e-mail address.', example: 'ada' }),
	})
	.meta({ id: 'RequestReset' })

export const ConfirmReset = z.object({ token: Token, password: NewPassword }).meta({ id: 'ConfirmReset' })

export const ConfirmVerification = z.object({ token: Token }).meta({ id: 'ConfirmVerification' })

export const ResetToken = z
	.object({
		user_id: id('usr'),
		expires_at: timestamp(),
		// A replay under an idempotency key has none.
		token: Token.optional().meta({ description: 'Works once. It is shown in this answer only.' }),
	})
	.meta({ id: 'ResetToken' })
