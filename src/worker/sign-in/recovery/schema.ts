import * as z from 'zod'
import { doc } from '#doc'
import { id, named, timestamp } from '../../ground/http/fields.ts'
import { PREFIXES } from '../../ground/http/masked.ts'
import { NewPassword } from '../passwords/schema.ts'
import { GivenLogin } from '../sessions/schema.ts'

const token = (prefix: string) =>
	z
		.string()
		.min(1)
		.max(128)
		.meta(doc({ example: `${prefix}h0Zf4n0yXqk1v3m5p7r9t1w3y5A7C9E1G3I5K7M9O1Q` }))

const Token = token(PREFIXES.password_reset)

export const CurrentPassword = z.string().min(1).max(1024)

const delete_api_keys = z
	.optional(z.boolean())
	.meta(doc({ description: 'Also deletes all of your API keys. Without it they keep working.', example: true }))

export const ChangePassword = named('ChangePassword', {
	old_password: CurrentPassword.meta(doc({ example: 'correct horse 1' })),
	new_password: NewPassword,
	delete_api_keys,
})

export const RequestReset = named('RequestReset', { login: GivenLogin })

export const ConfirmReset = named('ConfirmReset', { token: Token, password: NewPassword, delete_api_keys })

export const ConfirmVerification = named('ConfirmVerification', { token: token(PREFIXES.email_verification) })

export const ResetToken = named('ResetToken', {
	user_id: id('usr'),
	expires_at: timestamp(),
	// Left out of a replay under an idempotency key.
	token: Token.optional().meta(doc({ description: 'Works once. Only this response shows it.' })),
})
