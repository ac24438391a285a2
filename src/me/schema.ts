import * as z from 'zod'
import { PERMISSIONS } from '../auth/permissions.ts'
import { id } from '../http/fields.ts'
import { ROLES } from '../orgs/table.ts'
import { User } from '../users/schema.ts'

export const Me = User.extend({
	org_id: id('org').meta({ description: 'The org this token acts in.' }),
	orgs: z.array(
		z.object({ org_id: id('org'), name: z.string().meta({ example: 'Analytical Engines' }), role: z.enum(ROLES) }),
	),
	permissions: z.array(z.enum(PERMISSIONS)),
}).meta({ id: 'Me' })
