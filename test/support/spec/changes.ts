import { env } from 'cloudflare:workers'
import type { Reply } from '../api.ts'
import { unique } from '../world.ts'
import { type Call, type Here, OR_READS, platform, reads, type Row, type Rows } from './row.ts'

// Changing a running platform with a safety net: reverts, unconfirmed changes, the configuration as one document.

let network = 0

/** A rule of the samples' org that admits every caller in the tests. */
const newRule = ({ owner }: Here) =>
	owner.post('/v1/ip-rules', { type: 'blocklist', cidr: `198.18.${(network += 1)}.0/24`, note: unique('rule') })

/** An unconfirmed change of the samples' org that locks nobody out. */
const onTrial = ({ owner }: Here) =>
	owner.post(
		'/v1/llm-providers',
		{ name: unique('llm'), provider: 'vendor_a', api_key: 'sk-0123456789abcdef' },
		{ headers: { 'Confirm-Within': '600' } },
	)

/** The audit row of the change that a response reports. */
export async function auditOf({ headers }: Reply): Promise<string> {
	const row = await env.DB.prepare('SELECT id FROM audit_logs WHERE trace_id = ?')
		.bind(headers.get('X-Trace-Id'))
		.first<{ id: string }>()
	return row?.id ?? 'none'
}

const ofOrg: Pick<Row, 'access' | 'stranger'> = { access: 'permission:org.settings', stranger: 'not found' }

const ADMIN = '/v1/admin/config'
const pathOf = ({ org_id }: Here) => `/v1/orgs/${org_id}/config`

const newFlag = () => ({ document: { version: 1, feature_flags: { [unique('flag')]: { default_value: true } } } })
const newServer = () => ({
	document: { version: 1, mcp_configs: { [unique('mcp')]: { transport: 'stdio', command: 'run' } } },
})

/** Headers for an apply to what is there. */
const onCurrent = async (caller: Here['admin'], path: string) => ({
	'If-Match': (await caller.get(path)).headers.get('ETag') ?? '',
})

/** The number of a revision before the newest, so restoring it changes something. */
async function revision(caller: Here['admin'], path: string, make: () => object): Promise<{ number: string }> {
	const numbers: number[] = []
	for (let made = 0; made < 2; made += 1) {
		const headers = await onCurrent(caller, path)
		numbers.push((await caller.put(path, make(), { headers })).body.revision)
	}
	return { number: String(numbers[0]) }
}

const READS_FIRST = { warm: 2, why: 'It reads the state that it changes' }
const READS_THE_REVISION = { warm: 3, why: 'It reads the revision, then the state that it changes' }

export const changes: Rows = {
	'POST /v1/admin/audit-logs/{id}/revert': {
		access: 'permission:org.settings|people.write|money.write|platform.write',
		stranger: 'not found',
		write: async (here) => ({ at: { id: await auditOf(await newRule(here)) } }),
		d1: { warm: 2, why: 'It reads the change before its batch' },
	},
	'POST /v1/orgs/{org_id}/audit-logs/{id}/revert': {
		...ofOrg,
		write: async (here) => ({ at: { org_id: here.org_id, id: await auditOf(await newRule(here)) } }),
		d1: { warm: 2, why: 'It reads the change before its batch' },
	},
	'GET /v1/admin/changes': {
		access: 'signed_in',
		stranger: 'its own',
		read: async (here) => {
			await onTrial(here)
			return [{ as: here.owner }, { as: here.admin, query: 'status=pending' }]
		},
	},
	'POST /v1/admin/changes/{id}/confirm': {
		access: 'signed_in',
		stranger: 'not found',
		write: async (here) => {
			const { headers } = await onTrial(here)
			return { as: here.owner, at: { id: headers.get('Confirm-Id') ?? 'none' } }
		},
		d1: { warm: 2, why: 'It reads whose change it is before its batch' },
	},

	'POST /v1/admin/changes/{id}/end': {
		access: 'signed_in',
		stranger: 'not found',
		write: async (here) => {
			const { headers } = await onTrial(here)
			return { as: here.owner, at: { id: headers.get('Confirm-Id') ?? 'none' } }
		},
		d1: { warm: 3, why: 'It reads the change, then what it did, before its batch' },
	},

	'GET /v1/admin/config': { ...reads, read: () => ({}), readsAll: 'The export is the tables' },
	'POST /v1/admin/config/plan': { ...reads, asks: true, write: () => ({ body: newFlag() }) },
	'PUT /v1/admin/config': {
		...platform,
		write: async ({ admin }): Promise<Call> => ({ body: newFlag(), headers: await onCurrent(admin, ADMIN) }),
		d1: READS_FIRST,
	},
	'GET /v1/admin/config/revisions': { ...reads, read: () => ({}) },
	'GET /v1/admin/config/revisions/{number}': {
		...reads,
		read: async ({ admin }) => ({ at: await revision(admin, ADMIN, newFlag) }),
	},
	'POST /v1/admin/config/revisions/{number}/restore': {
		...platform,
		write: async ({ admin }) => ({ at: await revision(admin, ADMIN, newFlag) }),
		d1: READS_THE_REVISION,
	},

	'GET /v1/orgs/{org_id}/config': { ...ofOrg, access: OR_READS, read: ({ org_id }) => ({ at: { org_id } }) },
	'POST /v1/orgs/{org_id}/config/plan': {
		...ofOrg,
		access: OR_READS,
		asks: true,
		write: ({ org_id }) => ({ at: { org_id }, body: newServer() }),
	},
	'PUT /v1/orgs/{org_id}/config': {
		...ofOrg,
		write: async (here) => ({
			at: { org_id: here.org_id },
			body: newServer(),
			headers: await onCurrent(here.owner, pathOf(here)),
		}),
		d1: READS_FIRST,
	},
	'GET /v1/orgs/{org_id}/config/revisions': { ...ofOrg, access: OR_READS, read: ({ org_id }) => ({ at: { org_id } }) },
	'GET /v1/orgs/{org_id}/config/revisions/{number}': {
		...ofOrg,
		access: OR_READS,
		read: async (here) => ({
			at: { org_id: here.org_id, ...(await revision(here.owner, pathOf(here), newServer)) },
		}),
	},
	'POST /v1/orgs/{org_id}/config/revisions/{number}/restore': {
		...ofOrg,
		write: async (here) => ({
			at: { org_id: here.org_id, ...(await revision(here.owner, pathOf(here), newServer)) },
		}),
		d1: READS_THE_REVISION,
	},
}
