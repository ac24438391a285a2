import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { doc } from '#doc'
import { type App, PERMISSIONS } from '../../context.ts'
import { signedInUser } from '../../http/access.ts'
import { returns } from '../../http/contract.ts'
import { unauthorized } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { id } from '../../http/fields.ts'
import { Pause } from '../../spending/pauses/schema.ts'
import { orgsOf } from '../../tenancy/orgs/access.ts'
import { users } from '../../tenancy/users/table.ts'
import { widePauses } from '../../traffic/pauses/current.ts'
import { heldBy } from '../operators/held.ts'
import { UserRoles } from '../operators/schema.ts'
import { UserWithOrgs } from '../users/schema.ts'

const Me = UserWithOrgs.extend({
	org_id: id('org').meta(doc({ description: 'The org this token acts in.' })),
	permissions: z.array(z.enum(PERMISSIONS)),
	roles: UserRoles.shape.roles,
	paused: Pause.pick({ scope: true, subject: true, reason: true, until: true })
		.nullable()
		.meta(doc({ description: 'Why no runs begin: the pause of the platform, or else of the org this token acts in.' })),
}).meta(doc({ id: 'Me' }))

export const meRoutes = new Hono<App>()

meRoutes.get('/', signedInUser(), returns(200, Me, 'Read the caller with their orgs and permissions'), async (c) => {
	const { user_id, org_id, permissions } = c.var.principal
	const [[user], memberOf, [paused = null], held] = await c.var.db.batch([
		c.var.db.select().from(users).where(eq(users.id, user_id)).limit(1),
		orgsOf(c.var.db, user_id),
		widePauses(c.var.db, { org_id }),
		heldBy(c.var.db, user_id),
	])
	if (!user) throw unauthorized()
	const { seq: _, ...profile } = user
	return taggedJson(c, {
		...profile,
		org_id,
		orgs: memberOf,
		permissions: [...permissions],
		roles: held.map(({ role }) => role),
		paused,
	})
})
