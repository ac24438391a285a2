import * as z from 'zod'
import { doc } from '#doc'

const PASSWORD_BYTES = { min: 8, max: 72 }

export const NewPassword = z
	.string()
	.refine((password) => {
		const bytes = new TextEncoder().encode(password).length
		return bytes >= PASSWORD_BYTES.min && bytes <= PASSWORD_BYTES.max
	}, 'Must have 8 to 72 bytes')
	.refine((password) => /\p{L}/u.test(password) && /\p{N}/u.test(password), 'Must have a letter and a digit')
	.meta(doc({ example: 'correct horse 1' }))
