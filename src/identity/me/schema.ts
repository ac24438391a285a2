import * as z from 'zod'
import { PERMISSIONS } from '../../context.ts'
import { id } from '../../http/fields.ts'
import { UserWithOrgs } from '../users/schema.ts'

export const Me = UserWithOrgs.extend({
	org_id: id('org').meta({ description: 'The org in which this token acts.' }),
	permissions: z.array(z.enum(PERMISSIONS)),
}).meta({ id: 'Me' })
