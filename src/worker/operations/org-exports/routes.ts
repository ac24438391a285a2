import { and, asc, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { bucketOf } from '../../ground/bucket/bucket.ts'
import { allOf } from '../../ground/db/state.ts'
import { stepUp } from '../../ground/http/access.ts'
import { query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing, notFound } from '../../ground/http/errors.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { may, type Who } from '../../tenancy/orgs/doors.ts'
import { orgExportParts, orgExports } from '../org-rows/table.ts'
import { columns, withManifest } from './columns.ts'
import { OrgExport, OrgExportWithManifest } from './schema.ts'

/** An export has everything, so only owners read it, and operators. */
const READERS: Who = { owner: 'platform.read' }

export const orgExportRoutes = routes()

orgExportRoutes.post(
	'/:org_id/exports',
	may({ owner: 'people.write' }),
	returns(202, OrgExport, 'Export everything of an org. It begins within a minute'),
	refuses('backups.no_bucket', 'exports.running'),
	async (c) => {
		const org_id = c.req.param('org_id')
		const { beginExport } = await import('./begin.ts')
		return c.json(await beginExport(c, org_id, c.var.principal.user_id), 202)
	},
)

orgExportRoutes.get(
	'/:org_id/exports',
	may(READERS),
	query(PageQuery),
	returns(200, z.array(OrgExport), 'List the exports of an org'),
	async (c) => {
		const org_id = c.req.param('org_id')
		const page = openPage(c, c.req.valid('query'))
		const isListed = and(eq(orgExports.org_id, org_id), page.before(orgExports.id))
		const listed = c.var.db.select(columns).from(orgExports).where(isListed)
		const rows = await rowsOfOrg(c.var.db, org_id, listed.orderBy(desc(orgExports.id)).limit(page.limit))
		return c.json(page.close(rows, ({ id }) => id))
	},
)

const exportOf = (org_id: string, id: string) => allOf(eq(orgExports.org_id, org_id), eq(orgExports.id, id))

orgExportRoutes.get(
	'/:org_id/exports/:export_id',
	may(READERS),
	returns(200, OrgExportWithManifest, 'Read an export with its progress and its files'),
	async (c) => {
		const { org_id, export_id } = c.req.param()
		const [[row], parts] = await c.var.db.batch([
			c.var.db.select(columns).from(orgExports).where(exportOf(org_id, export_id)).limit(1),
			c.var.db
				.select()
				.from(orgExportParts)
				.where(eq(orgExportParts.export_id, export_id))
				.orderBy(asc(orgExportParts.number)),
		])
		return taggedJson(c, withManifest(existing(row, 'Export'), parts))
	},
)

orgExportRoutes.get(
	'/:org_id/exports/:export_id/files/:number',
	may(READERS),
	stepUp(),
	returns(200, undefined, 'Read a file of an export: a JSON object in each line', {
		contentType: 'application/x-ndjson',
	}),
	async (c) => {
		const { org_id, export_id, number } = c.req.param()
		const [part] = await c.var.db
			.select({ key: orgExportParts.key, kind: orgExportParts.kind })
			.from(orgExportParts)
			.innerJoin(orgExports, eq(orgExports.id, orgExportParts.export_id))
			.where(
				and(
					exportOf(org_id, export_id),
					eq(orgExports.status, 'completed'),
					eq(orgExportParts.number, /^\d{1,9}$/.test(number) ? Number(number) : -1),
				),
			)
			.limit(1)
		const object = part && (await bucketOf(c.env)?.get(part.key))
		if (!object) throw notFound('File')
		return c.body(object.body, 200, {
			'Content-Type': 'application/x-ndjson',
			'Content-Disposition': `attachment; filename="${part.kind}-${number}.ndjson"`,
		})
	},
)
