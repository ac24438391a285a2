import { env } from 'cloudflare:workers'
import type { Answer } from '../api.ts'
import { unique } from '../world.ts'
import { type Here, type Rows } from './row.ts'

// Reverts, and changes that wait for their confirmation.

let network = 0

/** A rule of the samples' org that admits everybody whom the tests use. */
const newRule = ({ owner }: Here) =>
	owner.post('/v1/ip-rules', { type: 'blocklist', cidr: `198.18.${(network += 1)}.0/24`, note: unique('rule') })

/** A change of the samples' org that waits, and that shuts nobody out. */
const onTrial = ({ owner }: Here) =>
	owner.post(
		'/v1/llm-providers',
		{ name: unique('llm'), provider: 'vendor_a', api_key: 'sk-0123456789abcdef' },
		{ headers: { 'Confirm-Within': '600' } },
	)

/** The audit row of the change that an answer tells of. */
export async function auditOf({ headers }: Answer): Promise<string> {
	const row = await env.DB.prepare('SELECT id FROM audit_logs WHERE trace_id = ?')
		.bind(headers.get('X-Trace-Id'))
		.first<{ id: string }>()
	return row?.id ?? 'none'
}

export const changes: Rows = {
	'POST /v1/admin/audit-logs/{id}/revert': {
		access: 'permission:org.settings',
		stranger: 'not found',
		write: async (here) => ({ at: { id: await auditOf(await newRule(here)) } }),
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
	},
}
