import { runtime as rpc } from '../admission.ts'
import { storedBudget } from '../budgets.ts'
import { rows } from '../rows.ts'
import { sealingWorld } from '../sealing.ts'
import { admin, type Caller, unique } from '../world.ts'
import { OR_READS, type Here, reads, type Rows, running } from './row.ts'

const NOT_REPLAYED = 'The run is the key: a repeat returns how it stands'
const NOT_KEPT = 'What it returns is never stored'
const NOT_AUDITED = 'It changes no setting, and every run does it'

/** A run that has begun. */
async function begun(org_id: string) {
	const run_id = unique('run')
	await (await admin()).post('/v1/runtime/runs/begin', { run_id, org_id })
	return run_id
}

const settings = { access: 'permission:org.settings', stranger: 'not found' } as const

const REASON = { reason: 'It calls the same tool again and again.' }

/** A pause of an agent that no run names. */
async function pausedBy(caller: Here['admin'], path: string): Promise<string> {
	const subject = unique('agent')
	await caller.put(`${path}/agent/${subject}`, REASON)
	return subject
}

const ofPlatform = ({ admin }: Here) => pausedBy(admin, '/v1/admin/pauses')
const ofOrg = ({ owner, org_id }: Here) => pausedBy(owner, `/v1/orgs/${org_id}/pauses`)

/** A run of the samples' org that a budget of the org, or of the platform, refuses. */
async function refusedRun({ org_id }: Here, owner: string) {
	const agent_id = unique('agent')
	await storedBudget({ org_id, owner, scope: 'agent', subject: agent_id, limit: 0 })
	return { run_id: unique('run'), org_id, agent_id, ask: { reason: 'The last two chapters are left.' } }
}

/** The id of what a run asks for, over RPC. */
async function requestOf(here: Here, owner = here.org_id): Promise<string> {
	const reply = await rpc().begin(await refusedRun(here, owner))
	// A trigger makes up the ids of these, which would be newer than others while the clock stands.
	await rows("DELETE FROM events WHERE type = 'budget.exceeded' AND org_id = ?", here.org_id)
	return 'details' in reply ? (reply.details.request as { id: string }).id : ''
}

/** The id of what a run of the platform admin asks for. */
const ownRequest = async (here: Here): Promise<string> =>
	(await here.admin.post('/v1/runtime/runs/begin', await refusedRun(here, here.org_id))).body.details.request.id

/** A grant of what a run asks for, as it was shown. */
async function grantOf(here: Here, owner: string) {
	const { org_id } = here
	const request_id = await requestOf(here, owner)
	const [as, at] = owner === org_id ? [here.owner, `/v1/orgs/${org_id}`] : [here.admin, '/v1/admin']
	const { hash } = (await as.get(`${at}/requests/${request_id}`)).body
	return { as, at: owner === org_id ? { org_id, request_id } : { request_id }, body: { hash, for: 'run', runs: 0 } }
}

const DECIDED = { d1: { warm: 2, why: 'It reads the request, and who asked' } }

/** A runtime with an encryption key, and an org with something for it to resolve. */
const runtime = (here: Here) =>
	here.once('runtime', async () => {
		const { org_id, runtime: caller, selector } = await sealingWorld()
		return { org_id, caller: caller as unknown as Caller, selector }
	})

/** The five questions are answered from what the isolate has read in the last five seconds. */
const KEPT = { warm: 0, cold: 2, why: 'A runtime asks often, and the isolate keeps what it read for five seconds' }

export const spending: Rows = {
	'POST /v1/runtime/runs/begin': {
		access: 'permission:runtime.report',
		write: ({ org_id }) => ({ body: { run_id: unique('run'), org_id, hold: { credits: 0 } }, status: 201 }),
		notAudited: NOT_AUDITED,
		notReplayed: NOT_REPLAYED,
	},
	'POST /v1/runtime/runs/{run_id}/progress': {
		access: 'permission:runtime.report',
		write: async ({ org_id }) => ({ at: { run_id: await begun(org_id) }, body: { org_id, total_cost_usd: 0.001 } }),
		notAudited: NOT_AUDITED,
		notReplayed: NOT_REPLAYED,
	},
	'GET /v1/runtime/requests/{request_id}': {
		access: 'signed_in',
		stranger: 'not found',
		read: async (here) => ({ at: { request_id: await ownRequest(here) }, as: here.admin }),
	},
	'DELETE /v1/runtime/requests/{request_id}': {
		access: 'signed_in',
		stranger: 'not found',
		write: async (here) => ({ at: { request_id: await ownRequest(here) }, as: here.admin, status: 204 }),
		notAudited: NOT_AUDITED,
	},
	'GET /v1/admin/requests': {
		...reads,
		read: async (here) => {
			await requestOf(here, 'platform')
			return [{}, { query: 'state=open&kind=spend' }]
		},
	},
	'GET /v1/admin/requests/{request_id}': {
		...reads,
		read: async (here) => ({ at: { request_id: await requestOf(here, 'platform') } }),
	},
	'POST /v1/admin/requests/{request_id}/decline': {
		...DECIDED,
		access: 'permission:money.write|people.write|platform.write',
		write: async (here) => ({ at: { request_id: await requestOf(here, 'platform') }, body: { reason: 'Enough' } }),
	},
	'POST /v1/admin/requests/{request_id}/grant': {
		...DECIDED,
		access: 'permission:money.write|people.write|platform.write',
		write: (here) => grantOf(here, 'platform'),
		notReplayed: 'Its hash is the key: a repeat is told that the request is decided',
	},
	'GET /v1/orgs/{org_id}/requests': {
		...settings,
		access: OR_READS,
		read: async (here) => {
			await requestOf(here)
			return [{ at: { org_id: here.org_id } }, { at: { org_id: here.org_id }, query: 'state=open&kind=spend' }]
		},
	},
	'GET /v1/orgs/{org_id}/requests/{request_id}': {
		...settings,
		access: OR_READS,
		read: async (here) => ({ at: { org_id: here.org_id, request_id: await requestOf(here) } }),
	},
	'POST /v1/orgs/{org_id}/requests/{request_id}/decline': {
		...DECIDED,
		access: 'user',
		stranger: 'not found',
		write: async (here) => ({
			as: here.owner,
			at: { org_id: here.org_id, request_id: await requestOf(here) },
			body: { reason: 'Enough' },
		}),
	},
	'POST /v1/orgs/{org_id}/requests/{request_id}/grant': {
		...DECIDED,
		access: 'user',
		stranger: 'not found',
		write: (here) => grantOf(here, here.org_id),
		notReplayed: 'Its hash is the key: a repeat is told that the request is decided',
	},
	'GET /v1/admin/pauses': {
		...reads,
		read: async (here) => {
			await ofPlatform(here)
			return {}
		},
	},
	'GET /v1/admin/pauses/{scope}/{subject}': {
		...reads,
		read: async (here) => ({ at: { scope: 'agent', subject: await ofPlatform(here) } }),
	},
	'PUT /v1/admin/pauses/{scope}/{subject}': {
		...running,
		write: async (here) => ({ at: { scope: 'agent', subject: await ofPlatform(here) }, body: { reason: 'Still' } }),
	},
	'DELETE /v1/admin/pauses/{scope}/{subject}': {
		...running,
		write: async (here) => ({ at: { scope: 'agent', subject: await ofPlatform(here) }, status: 204 }),
	},
	'GET /v1/orgs/{org_id}/pauses': {
		...settings,
		access: OR_READS,
		read: async (here) => {
			await ofOrg(here)
			return { at: { org_id: here.org_id } }
		},
	},
	'GET /v1/orgs/{org_id}/pauses/{scope}/{subject}': {
		...settings,
		access: OR_READS,
		read: async (here) => ({ at: { org_id: here.org_id, scope: 'agent', subject: await ofOrg(here) } }),
	},
	'PUT /v1/orgs/{org_id}/pauses/{scope}/{subject}': {
		...settings,
		write: async (here) => ({
			at: { org_id: here.org_id, scope: 'agent', subject: await ofOrg(here) },
			body: { reason: 'Still' },
		}),
	},
	'DELETE /v1/orgs/{org_id}/pauses/{scope}/{subject}': {
		...settings,
		write: async (here) => ({
			at: { org_id: here.org_id, scope: 'agent', subject: await ofOrg(here) },
			status: 204,
		}),
	},
	'POST /v1/runtime/tools/resolve': {
		access: 'permission:runtime.resolve',
		asks: true,
		write: async (here) => {
			const { org_id, caller } = await runtime(here)
			return { as: caller, body: { org_id, group: 'web_search' } }
		},
		d1: KEPT,
		notReplayed: NOT_KEPT,
	},
	'POST /v1/runtime/models/resolve': {
		access: 'permission:runtime.resolve',
		asks: true,
		write: async (here) => {
			const { org_id, caller, selector } = await runtime(here)
			return { as: caller, body: { org_id, selector } }
		},
		d1: KEPT,
		notReplayed: NOT_KEPT,
	},
	'POST /v1/runtime/mcp/resolve': {
		access: 'permission:runtime.resolve',
		asks: true,
		write: async (here) => {
			const { org_id, caller } = await runtime(here)
			return { as: caller, body: { org_id } }
		},
		d1: KEPT,
		notReplayed: NOT_KEPT,
	},
}
