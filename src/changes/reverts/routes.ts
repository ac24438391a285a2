import { Hono } from 'hono'
import type { App, Principal } from '../../context.ts'
import { requires } from '../../http/access.ts'
import { query, refuses, returns } from '../../http/contract.ts'
import { notFound } from '../../http/errors.ts'
import { ConfirmQuery } from '../../http/fields.ts'
import { AuditLog } from '../../identity/audit-logs/schema.ts'
import { requireMembership } from '../../tenancy/orgs/access.ts'
import { REFUSED_REVERT } from './refusals.ts'
import type { ChangeToRevert } from './revert.ts'
import { permissionsOf } from './reverter.ts'

export const revertRoutes = new Hono<App>()

revertRoutes.post(
	'/:id/revert',
	requires('org.settings'),
	query(ConfirmQuery),
	returns(200, AuditLog, 'Revert a change'),
	refuses(...REFUSED_REVERT),
	async (c) => {
		const { loadChange, revert } = await import('./revert.ts')
		const loaded = await loadChange(c, c.req.param('id'))
		if (!loaded || !mayRevert(c.var.principal, loaded)) throw notFound('Audit row')
		return c.json(await revert(c, loaded, c.req.valid('query')))
	},
)

export const orgRevertRoutes = new Hono<App>()

orgRevertRoutes.post(
	'/:org_id/audit-logs/:id/revert',
	requires('org.settings'),
	query(ConfirmQuery),
	returns(200, AuditLog, 'Revert a change in an org'),
	refuses(...REFUSED_REVERT),
	async (c) => {
		const { org_id, id } = c.req.param()
		await requireMembership(c, org_id, 'org.settings')
		const { loadChange, revert } = await import('./revert.ts')
		const loaded = await loadChange(c, id)
		if (loaded?.change.org_id !== org_id || !mayRevert({ ...c.var.principal, org_id }, loaded))
			throw notFound('Audit row')
		return c.json(await revert(c, loaded, c.req.valid('query')))
	},
)

/**
 * Platform admins can revert every change. Others can revert changes to the settings of `org_id` that they could make themselves.
 * Whoever manages one org holds the same permissions in each that they manage.
 */
function mayRevert(
	{ permissions, org_id }: Pick<Principal, 'permissions' | 'org_id'>,
	{ change, reverter }: ChangeToRevert,
): boolean {
	if (permissions.has('platform_admin')) return true
	if (!reverter || change.org_id !== org_id) return false
	return permissionsOf(change, reverter).every((permission) => permissions.has(permission))
}
