import { desc } from 'drizzle-orm'
import * as z from 'zod'
import { requires, stepUp } from '../../ground/http/access.ts'
import { query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { forgetOrgs } from '../../people/orgs/forget.ts'
import { Org } from '../../people/orgs/schema.ts'
import { may } from '../../tenancy/orgs/doors.ts'
import { orgDeletions } from '../../tenancy/orgs/table.ts'
import { isRestorable, restoreOrg } from './restore.ts'
import { OrgDeletion } from './schema.ts'

export const orgDeletionRoutes = routes()

orgDeletionRoutes.delete(
	'/:org_id',
	may({ owner: 'platform_admin' }),
	stepUp('value'),
	returns(204, undefined, 'Delete an org. It can be restored for 30 days'),
	refuses('orgs.only_org'),
	async (c) => {
		const org_id = c.req.param('org_id')
		const { deleteOrg } = await import('./delete.ts')
		await deleteOrg(c, org_id, c.var.principal.user_id)
		forgetOrgs(c)
		return c.body(null, 204)
	},
)

export const deletedOrgRoutes = routes()

deletedOrgRoutes.get(
	'/',
	requires('platform.read'),
	query(PageQuery),
	returns(200, z.array(OrgDeletion), 'List deleted orgs, the newest deletion first'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const { org_id, name, deleted_by_user_id, deleted_at, erase_at, erased_at } = orgDeletions
		const rows = await c.var.db
			.select({
				org_id,
				name,
				deleted_by_user_id,
				deleted_at,
				erase_at,
				erased_at,
				is_restorable: isRestorable().mapWith(Boolean).as('is_restorable'),
			})
			.from(orgDeletions)
			.where(page.before(deleted_at, org_id))
			.orderBy(desc(deleted_at), desc(org_id))
			.limit(page.limit)
		return c.json(page.close(rows, (row) => [row.deleted_at, row.org_id]))
	},
)

export const orgRestoreRoutes = routes()

orgRestoreRoutes.post(
	'/:org_id/restore',
	requires('people.write'),
	stepUp(),
	returns(200, Org, 'Restore a deleted org'),
	refuses('orgs.not_deleted', 'orgs.not_restorable'),
	async (c) => {
		const org = await restoreOrg(c, c.req.param('org_id'))
		forgetOrgs(c)
		return c.json(org)
	},
)
