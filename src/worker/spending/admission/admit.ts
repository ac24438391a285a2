import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { hasPrice, type Price, priceOf } from '../../billing/costs/price.ts'
import { grantMonthly } from '../../billing/credits/monthly-grant.ts'
import { rulesOf, type Terms, termsOf } from '../../billing/runs/terms.ts'
import type { WorkContext } from '../../context.ts'
import { microUsd, newId, now, usd } from '../../ground/db/columns.ts'
import type { ApiError } from '../../ground/http/errors.ts'
import { caseless } from '../../ground/http/selector.ts'
import type { Statement } from '../../ground/write/after-commit.ts'
import { write } from '../../ground/write/write.ts'
import type { ModelResolution } from '../../providers/llm-providers/resolve.ts'
import { providerNames } from '../../traffic/pauses/subject.ts'
import { withDeliveries } from '../../webhooks/endpoints/signal.ts'
import type { AskedBy } from '../requests/state.ts'
import { begin, continueRun } from './hold.ts'
import { notBegun, refusalOf, shown, type Standing, standingIn, unfitFor, unpriced } from './refusal.ts'
import type { BeginRun, ProgressedRun, ProgressRun } from './schema.ts'
import { mayCount, toldTerms } from './told-terms.ts'

/** Who calls over HTTP with which key. RPC has neither. */
export interface Caller {
	org_id: string
	api_key_id: string | null
	/** Whose request it is, if the run asks for more than budgets have left. */
	asked_by: AskedBy
	/** Refuses the batch if the credential is no longer what it was when the caller was let in, and the error that says so. */
	credential?: { isValid: Statement; refusal: ApiError }
}

const NOT_STORED = {
	response: { none: 'the run_id is the key: a repeat is answered by the state of the run' },
} as const

const refusedBy = ({ credential }: Caller) =>
	credential ? { ...NOT_STORED, otherwise: credential.refusal } : NOT_STORED

const DEFAULT_TTL_S = 900

type Begin = z.infer<typeof BeginRun>

/**
 * Begins a run, or answers how it stands if it has begun: `isNew` says which. One D1 call, if the terms of the org are known. Errors:
 * 404 for an unknown or deleted org, 409 for a run that has ended or is another org's, 403 while it's paused, 402 if a budget or the balance has
 * too little.
 */
export async function beginRun(c: WorkContext, input: Begin, caller: Caller, model: ModelResolution | undefined) {
	const org_id = input.org_id ?? caller.org_id
	const terms = await termsFor(c, org_id)
	const call_id = newId('call')
	const price = model && priceOf(model.model_id, model.scope, model)
	const values = {
		...NOTHING,
		...byTerms(terms),
		price: price ? JSON.stringify(price) : null,
		is_unpriced: Number(Boolean(terms?.refuses_unpriced && price && mayCount(price, terms) && !hasPrice(price))),
		run_id: input.run_id,
		org_id,
		call_id,
		user_id: input.user_id ?? null,
		agent_id: input.agent_id ?? null,
		api_key_id: caller.api_key_id,
		model: model?.model ?? null,
		model_key: model && caseless(model.model) !== model.model ? caseless(model.model) : null,
		provider: model?.provider_name ?? null,
		provider_names: model ? JSON.stringify(providerNames(model)) : null,
		credits: input.hold?.credits ?? null,
		tokens: input.hold?.tokens ?? null,
		ttl_s: input.ttl_s ?? DEFAULT_TTL_S,
		is_part: Number(input.accept === 'part'),
		run: JSON.stringify({
			thread_id: input.thread_id,
			persona_id: input.persona_id,
			provider_kind: model?.provider,
			persona_model: input.selector,
		}),
	}
	const ask = await askingFor(input)
	const { answer, request } = await write(
		c,
		{
			isValid: caller.credential?.isValid,
			granted: dueGrant(c, org_id, terms),
			...signaling(begin(c.var.db, values)),
			...ask?.asking(c.var.db, values, caller.asked_by, input.ask),
		},
		refusedBy(caller),
	)
	const stands = standingIn(answer)
	const unfit = unfitFor(stands, input.run_id)
	if (unfit || !stands) throw unfit
	const { run, hold } = stands
	if (!hold && model && values.is_unpriced === 1) throw unpriced(model)
	const isRepeat = run.is_live === 1 && !run.pause
	if (hold?.call_id !== call_id && !isRepeat) throw refusalOf(org_id, stands, ask?.askedIn(request))
	return { isNew: hold?.begun_by === call_id, ...told(input.run_id, org_id, stands, terms) }
}

/**
 * Keeps what a run has spent, and lets it continue with the hold that it asks for. One D1 call, if the terms are known. Errors: 404
 * for an unknown run, 409 for one that hasn't begun, has ended or is another org's, and those of `beginRun`. `tell` gets what is ignored.
 */
export async function progressRun(
	c: WorkContext,
	run_id: string,
	input: z.infer<typeof ProgressRun>,
	caller: Caller,
	tell: (ignored: string[]) => void = () => undefined,
): Promise<z.infer<typeof ProgressedRun>> {
	const org_id = input.org_id ?? caller.org_id
	const terms = await termsFor(c, org_id)
	const call_id = newId('call')
	const values = {
		...NOTHING,
		...byTerms(terms),
		run_id,
		org_id,
		call_id,
		credits: input.hold?.credits ?? null,
		tokens: input.hold?.tokens ?? null,
		ttl_s: input.ttl_s ?? null,
		cost_microusd: microUsd(input.total_cost_usd ?? null),
		input_tokens: input.total_input_tokens ?? 0,
		output_tokens: input.total_output_tokens ?? 0,
		cache_read: input.total_cache_read_tokens ?? null,
		cache_write: input.total_cache_write_tokens ?? null,
		model_id: input.model_id ?? null,
	}
	const ask = await askingFor(input)
	const { answer, request } = await write(
		c,
		{
			isValid: caller.credential?.isValid,
			granted: dueGrant(c, org_id, terms),
			...signaling(continueRun(c.var.db, values)),
			...ask?.asking(c.var.db, values, caller.asked_by, input.ask),
		},
		refusedBy(caller),
	)
	const stands = standingIn(answer)
	const unfit = unfitFor(stands, run_id) ?? (stands && notBegun(stands))
	if (unfit || !stands?.hold) throw unfit ?? new Error('A run without a hold continues')
	if (stands.run.is_other_model === 1) tell(['model_id'])
	const { hold } = stands
	if (hold.call_id !== call_id) throw refusalOf(org_id, stands, { hold: holdOf(hold), ...ask?.askedIn(request) })
	const { run, ...rest } = told(run_id, org_id, stands, terms)
	const { input_tokens, output_tokens, cache_read, cache_write, cost_microusd } = stands.run
	return {
		run: {
			...run,
			total_input_tokens: input_tokens,
			total_output_tokens: output_tokens,
			total_cache_read_tokens: cache_read,
			total_cache_write_tokens: cache_write,
			total_cost_usd: usd(cost_microusd),
		},
		...rest,
		spent: { credits: hold.spent_credits, tokens: hold.spent_tokens },
	}
}

const NOTHING = {
	user_id: null,
	agent_id: null,
	api_key_id: null,
	model: null,
	model_key: null,
	provider: null,
	provider_names: null,
	is_part: 0,
	cost_microusd: null,
	input_tokens: 0,
	output_tokens: 0,
	cache_read: null,
	cache_write: null,
	model_id: null,
	price: null,
	is_unpriced: 0,
}

/** The statements of a call that asks, which few do. */
const askingFor = async ({ ask }: Pick<Begin, 'ask'>) => (ask ? import('./ask.ts') : undefined)

const termsFor = async (c: WorkContext, org_id: string) => (await termsOf(c, [org_id])).get(org_id)

/** What the statements take of the terms. An org without any is unknown. */
const byTerms = (terms: Terms | undefined) => ({
	rules: JSON.stringify(terms ? rulesOf(terms) : {}),
	has_models: Number(terms?.has_models ?? false),
})

/** The grant of this month, if the org may still be due one. It precedes the decision, as it precedes a charge. */
const dueGrant = (c: WorkContext, org_id: string, terms: Terms | undefined) =>
	terms?.granted_month !== now().slice(0, 7) && grantMonthly(c.var.db, sql`SELECT ${org_id}`)

/** Thresholds and refusals emit events, so their endpoints are signaled after the commit. */
const signaling = <S extends { hold: object }>(statements: S): S => ({
	...statements,
	hold: withDeliveries(statements.hold, now()),
})

const holdOf = ({ credits, tokens, expires_at }: { credits: number; tokens: number; expires_at: string | null }) => ({
	credits,
	tokens,
	expires_at,
})

function told(run_id: string, org_id: string, { run, hold, budgets }: Standing, terms: Terms | undefined) {
	return {
		run: { run_id, org_id, status: run.status as 'running' },
		hold: hold ? holdOf(hold) : { credits: 0, tokens: 0, expires_at: null },
		budgets: budgets.map(shown),
		terms: toldTerms(run.price === null ? null : (JSON.parse(run.price) as Price), terms),
	}
}
