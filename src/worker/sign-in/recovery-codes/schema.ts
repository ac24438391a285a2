import * as z from 'zod'
import { doc } from '#doc'
import { named, timestamp } from '../../ground/http/fields.ts'

/** As people copy it from paper: upper or lower case, with or without the dashes. */
export const RecoveryCode = z
	.string()
	.min(1)
	.max(100)
	.transform((code) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
	.meta(doc({ description: 'One of your unused recovery codes.', example: 'k3v9-x2mp-7qhd-4ntr' }))

export const RecoveryCodes = named('RecoveryCodes', {
	left: z.int().meta(doc({ description: 'How many of the codes are unused.', example: 10 })),
	created_at: z.nullable(timestamp()).meta(doc({ description: 'When you made them; null if none is left.' })),
})

export const NewRecoveryCodes = named('NewRecoveryCodes', {
	codes: z.array(z.string()).meta(doc({ description: 'Shown only here.', example: ['k3v9-x2mp-7qhd-4ntr'] })),
	created_at: timestamp(),
})
