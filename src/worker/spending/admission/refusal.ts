import type { Price } from '../../billing/costs/price.ts'
import { type ApiError, conflict, notFound, paymentRequired, runPaused } from '../../ground/http/errors.ts'
import type { SCOPES, UNITS } from '../budgets/table.ts'

/** Where a run stands, as the statements answer it. */
export interface Stands {
	status: string | null
	is_other: number
	is_ended: number
	has_begun: number
	is_live: number
	input_tokens: number
	output_tokens: number
	cache_read: number | null
	cache_write: number | null
	cost_microusd: number
	/** What decides what the run costs; null if its model is unknown. */
	price: Price | null
	/** Whether the call named a model by an id that is neither of the org nor of the platform. */
	is_other_model: number
	provider: string | null
	model: string | null
	needed: number
	pause: Parameters<typeof runPaused>[0] | null
	balance: number
	overdraft: number
	held: number
	available: number | null
}

/** A hold as it is after the call: `begun_by` began the run, and `call_id` was granted the hold. */
export interface Held {
	begun_by: string
	call_id: string
	credits: number
	tokens: number
	expires_at: string | null
	spent_credits: number
	spent_tokens: number
}

export interface Bounding {
	budget_id: string
	name: string
	scope: (typeof SCOPES)[number]
	subject: string
	unit: (typeof UNITS)[number]
	mode: 'enforce' | 'observe'
	limit: number
	used: number
	held: number
	remaining: number
	resets_at: string | null
	needed: number
	refuses: number
}

export interface Standing {
	run: Stands
	hold: Held | null
	budgets: Bounding[]
}

/** The row of a statement; undefined for an org that doesn't exist or is deleted. */
export const standingIn = (
	rows: readonly { run: string; hold: string | null; budgets: string }[],
): Standing | undefined =>
	rows[0] && {
		run: JSON.parse(rows[0].run) as Stands,
		hold: JSON.parse(rows[0].hold ?? 'null') as Held | null,
		budgets: JSON.parse(rows[0].budgets) as Bounding[],
	}

/** The budget as the response shows it. */
export const shown = ({ needed: _, refuses: __, ...budget }: Bounding) => budget

/** What is wrong with the run itself, before anything is judged; undefined if nothing is. */
export function unfitFor(stands: Standing | undefined, run_id: string): ApiError | undefined {
	if (!stands) return notFound('Org')
	const { is_other, is_ended } = stands.run
	if (is_other)
		return conflict('A run of another org already has this ID. Begin the run under a different ID.', {
			reason: 'runs.other_org',
			runs: [{ path: 'run_id', run_id }],
		})
	if (is_ended) return conflict('The run has ended. Start a new one under a different ID.', { reason: 'run.ended' })
	return undefined
}

/** The 409 of a beginning on a model that has no price, where the configuration refuses those. */
export const unpriced = ({
	provider_name,
	model,
	model_id,
}: {
	provider_name: string
	model: string
	model_id: string
}) =>
	conflict(`The model ${provider_name}^${model} has no price, and runs without one are refused. Price it first.`, {
		reason: 'model.unpriced',
		provider_name,
		model,
		model_id,
	})

/** The 404 or 409 of a progress of a run that hasn't begun; undefined if it has. */
export function notBegun({ run: { has_begun, status } }: Standing): ApiError | undefined {
	if (has_begun) return undefined
	return status === null
		? notFound('Run')
		: conflict('The run was reported, but it has not begun.', { reason: 'run.not_begun' })
}

/**
 * Why the call was refused. `before` is where the run stood when it was judged, `after` has the numbers as they are now. `hold` is
 * told if there is one already.
 */
export function refusalOf(org_id: string, before: Standing, after = before, hold?: object): ApiError {
	if (after.run.pause) return runPaused(after.run.pause)
	const refusing = before.budgets.filter(({ mode, refuses }) => mode === 'enforce' && refuses)
	const now = new Map(after.budgets.map((budget) => [budget.budget_id + budget.subject, budget]))
	const told = refusing.map(({ budget_id, name, scope, subject, unit, limit, needed, resets_at, ...was }) => {
		const { used, held } = now.get(budget_id + subject) ?? was
		return { budget_id, name, scope, subject, unit, limit, used, held, needed, resets_at }
	})
	const [tightest] = told
	const more = hold ? { hold } : {}
	if (tightest)
		return paymentRequired(
			'budget.exceeded',
			`The budget ${tightest.name} has ${Math.max(tightest.limit - tightest.used - tightest.held, 0)} of ${tightest.limit} ${tightest.unit} left, and the run needs ${tightest.needed}.`,
			{ ...tightest, budgets: told, ...more },
			`budget:${tightest.budget_id}`,
		)
	const { balance, held, overdraft } = after.run
	const { needed } = before.run
	return paymentRequired(
		'credits.insufficient',
		`The org has ${balance} credits, of which runs hold ${held}, and the run needs ${needed}.`,
		{ balance, held, overdraft, needed, ...more },
		`credits:${org_id}`,
	)
}
