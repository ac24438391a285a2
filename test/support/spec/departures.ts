import { env } from 'cloudflare:workers'
import { exportOrgs, systemContext } from '../../support/program.ts'
import { NO_PLACE } from '../jobs.ts'
import { deletedOrg, unique } from '../world.ts'
import { type Here, people, reads, type Row, type Rows } from './row.ts'

// How an org leaves: its exports, its deletion, and its restore.

const owners: Pick<Row, 'access' | 'stranger'> = { access: 'signed_in', stranger: 'not found' }

const newOrg = async ({ admin }: Here): Promise<string> =>
	(await admin.post('/v1/admin/orgs', { name: unique('leaving') })).body.id

/** A completed export of the samples' org. */
const anExport = ({ org_id, owner, once }: Here) =>
	once('export', async () => {
		const { body } = await owner.post(`/v1/orgs/${org_id}/exports`)
		while (await exportOrgs(systemContext(env), NO_PLACE));
		return { org_id, export_id: body.id as string }
	})

export const departures: Rows = {
	'POST /v1/orgs/{org_id}/exports': {
		...owners,
		write: async (here) => ({ at: { org_id: await newOrg(here) }, as: here.admin, status: 202 }),
	},
	'GET /v1/orgs/{org_id}/exports': {
		...owners,
		read: async (here) => ({ at: { org_id: (await anExport(here)).org_id }, as: here.owner }),
	},
	'GET /v1/orgs/{org_id}/exports/{export_id}': {
		...owners,
		read: async (here) => ({ at: await anExport(here), as: here.owner }),
	},
	'GET /v1/orgs/{org_id}/exports/{export_id}/files/{number}': {
		...owners,
		read: async (here) => ({ at: { ...(await anExport(here)), number: '0' }, as: here.owner }),
	},
	'DELETE /v1/orgs/{org_id}': {
		...owners,
		write: async (here) => ({ at: { org_id: await newOrg(here) }, as: here.admin, status: 204 }),
	},
	'GET /v1/admin/org-deletions': { ...reads, read: async () => (await deletedOrg(), {}) },
	'POST /v1/admin/orgs/{org_id}/restore': {
		...people,
		write: async () => ({ at: { org_id: await deletedOrg() } }),
	},
}
