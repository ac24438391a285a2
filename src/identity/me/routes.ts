import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { doc } from '#doc'
import { type App, PERMISSIONS, type ServicePrincipal, type UserPrincipal, type WorkContext } from '../../context.ts'
import { userOrService } from '../../http/access.ts'
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
import { ServiceAccount } from '../service-accounts/schema.ts'
import { serviceAccounts } from '../service-accounts/table.ts'
import { UserWithOrgs } from '../users/schema.ts'

const Me = UserWithOrgs.extend({
	kind: z.literal('user'),
	org_id: id('org').meta(doc({ description: 'The org this token acts in.' })),
	permissions: z.array(z.enum(PERMISSIONS)),
	roles: UserRoles.shape.roles,
	paused: Pause.pick({ scope: true, subject: true, reason: true, until: true })
		.nullable()
		.meta(doc({ description: 'Why no runs begin: the pause of the platform, or else of the org this token acts in.' })),
}).meta(doc({ id: 'Me' }))

const MeAsService = ServiceAccount.pick({ id: true, name: true, org_id: true, role: true })
	.extend({ kind: z.literal('service'), ...Me.pick({ permissions: true, paused: true }).shape })
	.meta(doc({ id: 'MeAsService' }))

export const meRoutes = new Hono<App>()

meRoutes.get(
	'/',
	userOrService(),
	returns(200, z.union([Me, MeAsService]), 'Read the caller: a user with their orgs, or a service account'),
	async (c) => {
		const { principal } = c.var
		return taggedJson(c, principal.kind === 'user' ? await userRecord(c, principal) : await serviceRecord(c, principal))
	},
)

async function userRecord({ var: { db } }: Pick<WorkContext, 'var'>, { user_id, org_id, permissions }: UserPrincipal) {
	const [[user], memberOf, [paused = null], held] = await db.batch([
		db.select().from(users).where(eq(users.id, user_id)).limit(1),
		orgsOf(db, user_id),
		widePauses(db, { org_id }),
		heldBy(db, user_id),
	])
	if (!user) throw unauthorized()
	const { seq: _, ...profile } = user
	const roles = held.map(({ role }) => role)
	return { kind: 'user', ...profile, org_id, orgs: memberOf, permissions: [...permissions], roles, paused }
}

async function serviceRecord(
	{ var: { db } }: Pick<WorkContext, 'var'>,
	{ service_account_id, org_id, role, permissions }: ServicePrincipal,
) {
	const { id, name } = serviceAccounts
	const [[account], [paused = null]] = await db.batch([
		db.select({ id, name }).from(serviceAccounts).where(eq(id, service_account_id)).limit(1),
		widePauses(db, { org_id }),
	])
	if (!account) throw unauthorized()
	return { kind: 'service', ...account, org_id, role, permissions: [...permissions], paused }
}
