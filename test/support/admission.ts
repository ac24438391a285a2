import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { type Api, as, type Reply, send } from './api.ts'
import { storedBudget } from './budgets.ts'
import { Runtime } from './program.ts'
import { runner } from './runs.ts'
import { unique } from './world.ts'

const BEGIN = '/v1/runtime/runs/begin'

/** The entrypoint in this isolate. It needs no token, so a test can move the clock as far as it likes. */
export const runtime = () => new Runtime(createExecutionContext(), env)

/** Calls the entrypoint as the agent runtime does: from another Worker, through its binding. */
export async function ask<T>(method: string, ...args: unknown[]): Promise<T> {
	const response = await env.AGENT_RUNTIME.fetch('http://agent-runtime', {
		method: 'POST',
		body: JSON.stringify({ method, args }),
	})
	return (await response.json<{ reply: T }>()).reply
}

/** A new token for the platform admin, which is good for 15 minutes of a clock that the test moves. */
export async function freshAdmin(): Promise<Api> {
	const credentials = { login: env.BOOTSTRAP_ADMIN_LOGIN, password: env.BOOTSTRAP_ADMIN_PASSWORD }
	const { status, body } = await send('POST', '/v1/auth/login', { body: credentials })
	expect(status).toBe(200)
	return as(body.access_token)
}

/** Stops the clock for the rest of the test. `vi.useRealTimers()` starts it again. Returns a function that moves it. */
export function stoppedClock(at = Date.now()) {
	vi.useFakeTimers({ now: at, toFake: ['Date'] })
	return (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1_000)
}

/** The terms of a run whose model nobody configured. */
export const UNPRICED = {
	credits_per_usd: 1_000,
	multiplier: 1,
	percent: 100,
	model_scope: null,
	cost_source: 'reported',
	price: null,
	cost_per_1k_input: null,
	cost_per_1k_output: null,
	cost_per_1k_cache_write: null,
	cost_per_1k_cache_read: null,
}

interface Spender {
	balance?: number
	overdraft?: number | null
	/** Whose calls these are: the platform admin's, or those of one with another token. */
	by?: Api
	/** Whether an endpoint subscribes to its events. */
	isSubscribed?: boolean
	/** An org that is there already. */
	org_id?: string
}

/** A new org with `balance` credits whose runs can't hold more, unless `overdraft` is another bound, or null for none. */
export async function spender({ balance = 1_000, overdraft = 0, by, isSubscribed = true, org_id: of }: Spender = {}) {
	const made = await runner(balance, { isSubscribed, org_id: of })
	const { org_id, run, report } = made
	const root = by ?? made.root
	const bound = async (value: number) => {
		const override = { org_id, key: 'credits.overdraft', value: String(value), value_type: 'integer' }
		expect((await made.root.post('/v1/entitlement-overrides', override)).status).toBeLessThan(300)
	}
	if (overdraft !== null) await bound(overdraft)
	return {
		...made,
		root,
		/** Sets the bound of what runs hold beyond the balance. */
		bound,
		begin: (fields: object = {}, as = root): Promise<Reply> =>
			as.post(BEGIN, { run_id: unique('run'), org_id, ...fields }),
		progress: (run_id: string, fields: object = {}, as = root): Promise<Reply> =>
			as.post(`/v1/runtime/runs/${run_id}/progress`, { org_id, ...fields }),
		/** Reports the end. A credit is 0.001 USD. */
		end: (run_id: string, fields: object = {}): Promise<Reply> => report(run({ run_id, model: undefined, ...fields })),
		adjust: (amount: number) => made.root.post('/v1/admin/credits/adjust', { org_id, amount }),
		budget: (fields: Parameters<typeof storedBudget>[0]) => storedBudget({ org_id, ...fields }),
		pause: (scope: string, subject: string, fields: Parameters<typeof storedPause>[0] = {}) =>
			storedPause({ owner: org_id, scope, subject, ...fields }),
		alerts: async () => (await made.events()).filter(({ type }) => type.startsWith('budget.')),
	}
}

/** A pause, stored behind the API's back. */
export async function storedPause(fields: Record<string, string | null>): Promise<void> {
	const at = new Date().toISOString()
	const row = { reason: 'Too dear', until: null, set_by_user_id: 'usr_x', created_at: at, updated_at: at, ...fields }
	await env.DB.prepare(
		`INSERT INTO pauses (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
			.map(() => '?')
			.join(', ')})`,
	)
		.bind(...Object.values(row))
		.run()
}

/** Stores the maximum number of pauses of an org: of the agents `bulk-0` to `bulk-999`. */
export const fullOfPauses = (org_id: string) =>
	rowsOf(
		`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
		INSERT INTO pauses (owner, scope, subject, reason, set_by_user_id, created_at, updated_at)
		SELECT ?, 'agent', 'bulk-' || i, 'r', 'usr', '2026', '2026' FROM n`,
		org_id,
	)

/** The rows of a statement. */
export const rowsOf = async <T = Record<string, unknown>>(sql: string, ...values: unknown[]) =>
	(
		await env.DB.prepare(sql)
			.bind(...values)
			.all<T>()
	).results

/** Expects the balance to be the sum of the ledger, and the kept sum of holds that of the live rows. Returns both. */
export async function exact(org_id: string) {
	const [found] = await rowsOf<{ balance: number; ledger: number; held: number; rows: number; lapsed: number }>(
		`SELECT a.balance, a.held, (SELECT coalesce(sum(amount), 0) FROM ledger_entries l WHERE l.org_id = a.org_id) AS ledger,
			(SELECT coalesce(sum(iif(h.expires_at IS NULL, h.spent_credits, max(h.credits, h.spent_credits))), 0) FROM holds h WHERE h.org_id = a.org_id) AS rows,
			(SELECT coalesce(sum(max(h.credits, h.spent_credits) - h.spent_credits), 0) FROM holds h WHERE h.org_id = a.org_id AND h.expires_at <= ?2) AS lapsed
		FROM credit_accounts a WHERE a.org_id = ?1`,
		org_id,
		new Date().toISOString(),
	)
	expect(found).toMatchObject({ balance: found?.ledger, held: found?.rows })
	return { balance: found?.balance ?? 0, held: (found?.held ?? 0) - (found?.lapsed ?? 0) }
}
