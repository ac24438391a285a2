import { env } from 'cloudflare:workers'
import { admin, unique } from '../world.ts'
import { type Here, reads, type Row, type Rows, running } from './row.ts'

// Spec 4.12, the directory, the documentation, and what a request left behind.

const built: Row = { access: 'anyone', read: () => ({}), d1: { warm: 0, why: 'The answer is part of the code' } }

/** A request of the samples' org that left an audit row. */
const trace = ({ owner, once }: Here) =>
	once('trace', async () => {
		const { headers } = await owner.post('/v1/mcp-configs', { name: unique('mcp'), transport: 'stdio', command: 'x' })
		return { trace_id: headers.get('X-Trace-Id') ?? '' }
	})

/** Only one backup runs at a time, so this ends any that another sample or test started. */
const noneRuns = () => env.DB.prepare("UPDATE backups SET status = 'failed' WHERE status = 'running'").run()

const backup = ({ once }: Here) =>
	once('backup', async () => {
		const root = await admin()
		await noneRuns()
		return { backup_id: (await root.post('/v1/admin/backups')).body.id as string }
	})

export const operations: Rows = {
	'GET /healthz': built,
	'GET /readyz': {
		access: 'anyone',
		noSample: 'An isolate keeps its answer for a second: health.test.ts counts its calls by a clock that it moves',
	},
	'GET /metrics': {
		access: 'anyone',
		noSample: 'A token in a variable opens it: metrics.test.ts sends it, and counts its calls',
	},
	'GET /v1/admin/search': {
		...reads,
		read: ({ member, org_id }) =>
			[member.login, org_id, unique('nothing'), 'a', 'or', 'ABCD2345', '0af7651916cd43dd8448eb211c80319c'].map((q) => ({
				query: `q=${q}`,
			})),
	},
	'POST /v1/admin/names': {
		...reads,
		asks: true,
		write: ({ member, org_id }) => ({
			body: { ids: [member.user_id, org_id] },
			responses: { names: { [member.user_id]: { kind: 'user', name: member.login } } },
		}),
	},
	'GET /v1/admin/backups': { ...reads, read: async (here) => (await backup(here), {}) },
	'GET /v1/admin/backups/{backup_id}': { ...reads, read: async (here) => ({ at: await backup(here) }) },
	'POST /v1/admin/backups': {
		...running,
		write: async () => {
			await noneRuns()
			return { status: 202 }
		},
	},
	'GET /openapi.json': built,
	'GET /docs': built,
	'GET /v1/traces/{trace_id}': {
		access: 'permission:org.settings|platform.read',
		stranger: 'not found',
		read: async (here) => ({ at: await trace(here) }),
		d1: { warm: 2, why: 'It looks for events and entries at the time that the audit rows and the log give' },
	},
	'GET /docs/{page}': { ...built, read: () => ({ at: { page: 'first-run' } }) },
	'GET /docs/{part}/{page}': { ...built, read: () => ({ at: { part: 'api', page: 'plans' } }) },
	'GET /docs/plinth_runtime.py': built,
	'GET /docs/plinth_runtime.mjs': built,
	'GET /llms.txt': built,
	'POST /mcp': {
		access: 'key',
		stranger: 'the same',
		asks: true,
		noSample: 'Its access is that of each call that a tool makes: mcp.tools.test.ts makes them',
	},
}
