import * as z from 'zod'
import { doc } from '#doc'
import { must } from '../../ground/http/must.ts'

const PASSWORD_BYTES = { min: 8, max: 72 }

/** A password as it's hashed and measured. */
export const inNfc = (password: string) => password.normalize('NFC')

export const NewPassword = z
	.string()
	.refine((password) => {
		const bytes = new TextEncoder().encode(inNfc(password)).length
		return bytes >= PASSWORD_BYTES.min && bytes <= PASSWORD_BYTES.max
	}, must.password_length)
	.refine((password) => /\p{L}/u.test(password) && /\p{N}/u.test(password), must.letter_and_digit)
	.meta(doc({ example: 'correct horse 1' }))
