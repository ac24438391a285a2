import { admin, unique } from '../world.ts'
import type { Rows } from './row.ts'

const NOT_REPLAYED = 'The run is the key: a repeat returns how it stands'
const NOT_AUDITED = 'It changes no setting, and every run does it'

/** A run that has begun. */
async function begun(org_id: string) {
	const run_id = unique('run')
	await (await admin()).post('/v1/runtime/runs/begin', { run_id, org_id })
	return run_id
}

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
}
