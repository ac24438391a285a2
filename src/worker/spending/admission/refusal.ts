import type * as z from 'zod'
import { type ApiError, conflict, notFound, paymentRequired, runPaused } from '../../ground/http/errors.ts'
import type { ModelResolution } from '../../providers/llm-providers/resolve.ts'
import type { BegunRun } from './schema.ts'

/** Where a run stood when the call was judged, and how it and the balance of its org are now. */
interface Stands {
	status: string | null
	is_other: number | null
	is_ended: number
	has_begun: number
	is_live: number
	input_tokens: number
	output_tokens: number
	cache_read: number | null
	cache_write: number | null
	cost_microusd: number
	/** What decides what the run costs, as JSON; null if its model is unknown. */
	price: string | null
	/** Whether the call named a model by an id that is neither of the org nor of the platform. */
	is_other_model: number
	provider: string | null
	model: string | null
	need_credits: number
	beyond_credits: number
	/** JSON. */
	pause: string | null
	balance: number
	overdraft: number
	held: number
}

/** A hold as it is after the call: `begun_by` began the run, and `call_id` was granted the hold. */
interface Held {
	begun_by: string
	call_id: string
	credits: number
	tokens: number
	expires_at: string | null
	spent_credits: number
	spent_tokens: number
}

/** A budget that applies: what the response shows of it, and what only the decision needs. */
type Bounding = z.infer<typeof BegunRun>['budgets'][number] &
	Record<'needed' | 'lacks' | 'refuses', number> & { window_start: string }

export interface Standing {
	run: Stands
	hold: Held | null
	budgets: Bounding[]
}

/** The row of a statement; undefined for an org that doesn't exist or is deleted. */
export const standingIn = (
	rows: readonly { stands: string; run: string; hold: string | null; budgets: string }[],
): Standing | undefined =>
	rows[0] && {
		run: { ...JSON.parse(rows[0].stands), ...JSON.parse(rows[0].run) } as Stands,
		hold: JSON.parse(rows[0].hold ?? 'null') as Held | null,
		budgets: JSON.parse(rows[0].budgets) as Bounding[],
	}

/** The budget as the response shows it. */
export const shown = ({ window_start: _, needed: __, lacks: ___, refuses: ____, ...budget }: Bounding) => budget

/** What is wrong with the run itself, before anything is judged; undefined if nothing is. */
export function unfitFor(stands: Standing | undefined, run_id: string): ApiError | undefined {
	if (!stands) return notFound('Org')
	const { is_other, is_ended } = stands.run
	if (is_other) return conflict('runs.other_org', { runs: [{ path: 'run_id', run_id }] })
	return is_ended ? conflict('run.ended') : undefined
}

/** The 409 of a beginning on a model that has no price, where the configuration refuses those. */
export const unpriced = ({ provider_name, model, model_id }: ModelResolution) =>
	conflict('model.unpriced', { provider_name, model, model_id })

/** The 404 or 409 of a progress of a run that hasn't begun; undefined if it has. */
export function notBegun({ run: { has_begun, status } }: Standing): ApiError | undefined {
	if (has_begun) return undefined
	return status === null ? notFound('Run') : conflict('run.not_begun')
}

/** Why the call was refused. `more` has the hold, if there is one already, and what the run asked for budgets. */
export function refusalOf(
	org_id: string,
	{ run, budgets }: Standing,
	{ said, ...more }: { hold?: object; request?: object | null; no_request?: object; said?: string | undefined } = {},
): ApiError {
	if (run.pause) return runPaused(JSON.parse(run.pause) as Parameters<typeof runPaused>[0])
	const told = budgets
		.filter(({ mode, refuses }) => mode === 'enforce' && refuses)
		.map(({ mode: _, remaining: __, refuses: ___, window_start: ____, lacks: _____, ...budget }) => budget)
	const [tightest] = told
	if (tightest)
		return paymentRequired(
			'budget.exceeded',
			`The budget ${tightest.name} has ${Math.max(tightest.limit + tightest.raised - tightest.used - tightest.held, 0)} of ${tightest.limit + tightest.raised} ${tightest.unit} left, and the run needs ${tightest.needed}.${said ? ` Nobody was asked: ${said}.` : ''}`,
			{ ...tightest, budgets: told, ...more },
			`budget:${tightest.budget_id}`,
		)
	const { balance, held, overdraft, need_credits, beyond_credits } = run
	const needed = need_credits > 0 ? need_credits : beyond_credits
	return paymentRequired(
		'credits.insufficient',
		`The org has ${balance} credits, of which runs hold ${held}, and the run needs ${needed}.`,
		{ balance, held, overdraft, needed, ...(more.hold && { hold: more.hold }) },
		`credits:${org_id}`,
	)
}
