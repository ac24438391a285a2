import * as z from 'zod'
import { doc } from '#doc'
import { id, named, timestamp } from '../../ground/http/fields.ts'

export const OrgDeletion = named('OrgDeletion', {
	org_id: id('org'),
	name: z
		.nullable(z.string())
		.meta(doc({ description: 'What the org was called. Null if it went with its user, and once it is erased.' })),
	deleted_by_user_id: z.nullable(id('usr')).meta(doc({ description: 'Null for an org that went with its user.' })),
	deleted_at: timestamp(),
	erase_at: timestamp().meta(doc({ description: 'From then on its rows are erased.' })),
	erased_at: timestamp().nullable(),
	is_restorable: z.boolean().meta(doc({ description: 'Whether it can be restored now.' })),
})
