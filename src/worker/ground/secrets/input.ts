import { doc } from '#doc'
import { text } from '../http/fields.ts'
import { must } from '../http/must.ts'
import { isMask } from './vault.ts'

/** A key or token to store: printable ASCII without spaces, at most 4,096 characters. A mask that we showed is refused. */
export const secretInput = () =>
	text(4096)
		.refine((value) => value.trim() !== '', { error: must.not_blank, abort: true })
		.refine((value) => /^[\x21-\x7e]+$/.test(value.trim()), must.printable_ascii)
		.refine((value) => !isMask(value), must.key_not_mask)
		.transform((value) => value.trim())
		.meta(doc({ example: 'sk-live-3f9a7c21d4e8', writeOnly: true }))
