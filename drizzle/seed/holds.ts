import type { Accounts } from './accounts.ts'
import { daysAfter, daysAgo, type Row } from './insert.ts'
import type { Runs } from './runs.ts'

const TTL_S = 86_400

/** What the live runs of the first org hold, for a day. The first of them has spent some of it, which its run says too. */
export function holds({ orgs }: Accounts, runs: Runs): Row[] {
	const live = runs.filter(({ org_id, status }) => org_id === orgs[0]?.id && status === 'running')
	return live.map((run, index) => {
		if (index === 0)
			Object.assign(run, { total_input_tokens: 21_400, total_output_tokens: 1_260, cost_microusd: 84_000 })
		const { run_id, org_id, user_id, agent_id, model, credential_name: provider, created_at } = run
		return {
			run_id,
			org_id,
			user_id,
			agent_id,
			model,
			provider,
			run_created_at: created_at,
			credits: 100,
			tokens: 50_000,
			spent_credits: index === 0 ? 84 : 0,
			spent_tokens: index === 0 ? 22_660 : 0,
			ttl_s: TTL_S,
			expires_at: daysAfter(daysAgo(0), 1),
			begun_by: run_id,
			call_id: run_id,
			touched_at: daysAgo(0),
		}
	})
}
