import * as z from 'zod'
import { doc } from '#doc'
import { named, timestamp } from '../../ground/http/fields.ts'
import { ROLES } from '../../principal.ts'

export const Offer = named('InvitationOffer', {
	org_name: z.string().meta(doc({ example: 'Analytical Engines' })),
	role: z.enum(ROLES).meta(doc({ example: 'member' })),
	inviter_name: z.string().meta(doc({ example: 'Ada Lovelace' })),
	expires_at: timestamp(),
})
