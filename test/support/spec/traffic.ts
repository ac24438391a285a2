import { DEFAULT_DOCUMENT } from '../../support/program.ts'
import { unique } from '../world.ts'
import { type Here, reads, type Row, type Rows, running } from './row.ts'

// Spec 4.8 and parts of 4.11: IP rules, the gateway, the access log.

const change: Pick<Row, 'access' | 'stranger'> = { access: 'permission:org.settings', stranger: 'not found' }

let host = 0

/** A rule that blocks nobody, for an address that no other rule has. */
const newRule = () => ({ type: 'blocklist', cidr: `2001:db8::${(host += 1).toString(16)}` })

const rule = async ({ owner }: Here) => (await owner.post('/v1/ip-rules', newRule())).body

export const traffic: Rows = {
	'POST /v1/ip-rules': { ...change, stranger: 'its own', write: () => ({ body: newRule(), status: 201 }) },
	'GET /v1/ip-rules': {
		access: 'signed_in',
		stranger: 'its own',
		read: async (here) => {
			await rule(here)
			return {}
		},
	},
	'GET /v1/ip-rules/{rule_id}': {
		access: 'signed_in',
		stranger: 'not found',
		read: async (here) => ({ at: { rule_id: (await rule(here)).id } }),
	},
	'PATCH /v1/ip-rules/{rule_id}': {
		...change,
		write: async (here) => ({ at: { rule_id: (await rule(here)).id }, body: { note: unique('note') } }),
	},
	'DELETE /v1/ip-rules/{rule_id}': {
		...change,
		write: async (here) => ({ at: { rule_id: (await rule(here)).id }, status: 204 }),
	},
	'POST /v1/ip-rules/check': {
		access: 'signed_in',
		stranger: 'its own',
		asks: true,
		write: async (here) => {
			const { cidr } = await rule(here)
			return { body: { ip: cidr.split('/')[0] }, responses: { allowed: false } }
		},
	},
	'GET /v1/admin/gateway-config': { ...reads, read: () => ({}) },
	'PUT /v1/admin/gateway-config': {
		...running,
		// The document that's already set, since the samples of a file share one gateway.
		write: () => ({ body: DEFAULT_DOCUMENT }),
	},
	'POST /v1/admin/gateway-config/rehearse': {
		...reads,
		asks: true,
		write: () => ({ body: { config: DEFAULT_DOCUMENT } }),
		d1: {
			warm: 'varies',
			why: 'It reads the IP rules of the orgs that the log names, and the users whom it would refuse',
		},
	},
	'GET /v1/admin/access-log': { ...reads, read: () => ({}) },
	'GET /v1/admin/access-log/facets': {
		...reads,
		read: () => [{}, { query: 'path=v1&status_code=200' }],
		d1: { warm: 0, why: 'The counts have no names to look up' },
	},
	'GET /v1/admin/access-log/tail': {
		...reads,
		noSample: 'Its answer never ends: access-log.tail.test.ts reads its beginning',
	},
}
