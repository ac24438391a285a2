import { doc } from '#doc'
import { text } from '../http/fields.ts'
import { isMask } from './vault.ts'

/** A key or token to store: printable ASCII without spaces, at most 4,096 characters. A mask that we showed is refused. */
export const secretInput = () =>
	text(4096)
		.refine((value) => value.trim() !== '', { error: 'Must not be blank', abort: true })
		.refine((value) => /^[\x21-\x7e]+$/.test(value.trim()), 'Must be printable ASCII without spaces')
		.refine((value) => !isMask(value), 'Must be the key itself, not its mask')
		.transform((value) => value.trim())
		.meta(doc({ example: 'sk-live-3f9a7c21d4e8', writeOnly: true }))
