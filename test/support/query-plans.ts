import { env } from 'cloudflare:workers'
import { statementsOf } from './d1.ts'

/** Every SQL text that `work` sends, with the steps of its query plan. */
export async function queryPlansOf(work: () => Promise<unknown>): Promise<{ sql: string; steps: string[] }[]> {
	const statements = await statementsOf(work)
	const plans = await env.DB.batch<{ detail: string }>(
		statements.map(({ sql, params }) => env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...params)),
	)
	return statements.map(({ sql }, index) => ({
		sql,
		steps: (plans[index]?.results ?? []).map(({ detail }) => detail),
	}))
}
