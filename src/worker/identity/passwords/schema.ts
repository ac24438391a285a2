import * as z from 'zod'
import { doc } from '#doc'

const PASSWORD_BYTES = { min: 8, max: 72 }

/** A password as it's hashed and measured. */
export const inNfc = (password: string) => password.normalize('NFC')

export const NewPassword = z
	.string()
	.refine((password) => {
		const bytes = new TextEncoder().encode(inNfc(password)).length
		return bytes >= PASSWORD_BYTES.min && bytes <= PASSWORD_BYTES.max
	}, 'Must be 8 to 72 bytes long')
	.refine((password) => /\p{L}/u.test(password) && /\p{N}/u.test(password), 'Must contain a letter and a digit')
	.meta(doc({ example: 'correct horse 1' }))
