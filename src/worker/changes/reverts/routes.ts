import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { holdsInBatch, checkedInside, lacking, replayStored, requires } from '../../ground/http/access.ts'
import { query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { notFound } from '../../ground/http/errors.ts'
import { ConfirmQuery } from '../../ground/http/fields.ts'
import type { AnyOf } from '../../ground/write/configured.ts'
import { AuditLog } from '../../people/audit-logs/schema.ts'
import type { Principal } from '../../principal.ts'
import { may } from '../../tenancy/orgs/doors.ts'
import { holdsEverywhere } from '../../tenancy/principals/permissions.ts'
import { REFUSED_REVERT } from './refusals.ts'
import type { ChangeToRevert } from './revert.ts'
import { permissionsOf, requireProofOf } from './reverter.ts'

export const revertRoutes = routes()

revertRoutes.post(
	'/:id/revert',
	checkedInside(requires('org.settings', 'people.write', 'money.write', 'platform.write')),
	query(ConfirmQuery),
	returns(200, AuditLog, 'Revert a change'),
	refuses(...REFUSED_REVERT, 'auth.step_up'),
	async (c) => {
		return c.json(await revertOne(c, c.req.param('id'), c.req.valid('query')))
	},
)

export const orgRevertRoutes = routes()

orgRevertRoutes.post(
	'/:id/revert',
	checkedInside(may({ org: ['org.settings'] })),
	query(ConfirmQuery),
	returns(200, AuditLog, 'Revert a change in an org'),
	refuses(...REFUSED_REVERT, 'auth.step_up'),
	async (c) => {
		return c.json(await revertOne(c, c.req.param('id'), c.req.valid('query'), c.var.owner))
	},
)

/** Reverts a change, of this org only if one is given. Throws 404 for others. */
async function revertOne(c: Context<SignedIn>, id: string, to: z.output<typeof ConfirmQuery>, org_id?: string) {
	const { loadChange, revert } = await import('./revert.ts')
	const loaded = await loadChange(c, id)
	if (!loaded || (org_id !== undefined && loaded.change.org_id !== org_id)) throw notFound('Audit row')
	requireWriter(c.var.principal, loaded, org_id !== undefined)
	await replayStored(c)
	holdsInBatch(c)
	await requireProofOf(c, loaded)
	return revert(c, loaded, to)
}

/**
 * Platform admins can revert every change. Others can revert what they could change themselves. For the rest the row is a 403 if
 * they can read it, and otherwise a 404. Anyone who manages one org holds the same permissions in each that they manage.
 */
function requireWriter(principal: Principal, { change, reverter }: ChangeToRevert, isInOrg: boolean) {
	const { permissions, org_id } = principal
	if (permissions.has('platform_admin')) return
	const needed: AnyOf[] = reverter ? permissionsOf(change, reverter) : [['platform_admin']]
	const isOwn = change.org_id !== null && change.org_id === org_id
	const lacked = needed.find(
		(anyOf) => !(isOwn ? anyOf.some((one) => permissions.has(one)) : holdsEverywhere(principal, anyOf)),
	)
	const reads = isInOrg || isOwn || permissions.has('platform.read')
	if (lacked) throw reads ? lacking(...lacked) : notFound('Audit row')
}
