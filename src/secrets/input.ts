import { text } from '../http/fields.ts'
import { isMask } from './vault.ts'

/** A key or token that a caller hands us to keep: printable, not blank, and not the mask that we show of one. */
export const secretInput = () =>
	text(4096)
		.refine((value) => value.trim() !== '', { error: 'Must not be blank', abort: true })
		.refine((value) => /^[\x21-\x7e]+$/.test(value.trim()), 'Must be printable ASCII without spaces')
		.refine((value) => !isMask(value), 'Is a mask, not a key')
		.transform((value) => value.trim())
		.meta({ example: 'sk-live-3f9a7c21d4e8', writeOnly: true })
