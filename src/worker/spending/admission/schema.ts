import * as z from 'zod'
import { doc } from '#doc'
import { areParts, modelId, NOT_PARTS, PriceInCredits, totals } from '../../billing/costs/totals.ts'
import { MOST } from '../../billing/holds/table.ts'
import { runId } from '../../billing/runs/schema.ts'
import { RUN_STATUSES } from '../../billing/runs/table.ts'
import { named, nonBlankText, reference, text, timestamp } from '../../ground/http/fields.ts'
import { Sealed } from '../../ground/secrets/schema.ts'
import { EffectiveEntitlement } from '../../plans/entitlements/schema.ts'
import { Evaluation } from '../../plans/feature-flags/schema.ts'
import { withheld } from '../../providers/layers/withheld.ts'
import { ResolvedModel } from '../../providers/llm-providers/resolved-schema.ts'
import { SCOPES, UNITS } from '../budgets/table.ts'
import { Ask } from '../requests/schema.ts'

const amount = () => z.int().min(0).max(MOST)

const HoldInput = z.object({
	credits: z.nullish(amount()).meta(doc({ example: 50 })),
	tokens: z.nullish(amount()).meta(doc({ example: 20_000, description: 'Input and output together.' })),
})

const org_id = () =>
	z.nullish(reference('org')).meta(doc({ description: 'The org of the run. By default the org of the caller.' }))

const ttl_s = () => z.int().min(30).max(86_400).nullish()

const name = () => nonBlankText(128).nullish()

/** A selector has two sides, which `resolveModel` checks. */
const selector = () => z.nullish(text(512)).meta(doc({ example: 'openai-main^gpt-5-mini' }))

const keys = () => z.array(nonBlankText(256)).max(100).nullish()

/** Which key of the caller credentials are encrypted for. */
export const kid = () =>
	z.nullish(nonBlankText(128)).meta(
		doc({
			example: 'oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U',
			description:
				'The encryption key of your service account that you can open. It may be absent while the account has one.',
		}),
	)

export const BeginRun = named('BeginRun', {
	run_id: runId(),
	org_id: org_id(),
	thread_id: text(128).nullish(),
	user_id: name().meta(
		doc({ example: 'user-4711', description: 'Whose run it is: any text, which is not looked up.' }),
	),
	agent_id: name().meta(
		doc({ example: 'research-agent', description: 'The agent that runs: any text, which is not looked up.' }),
	),
	persona_id: text(128).nullish(),
	selector: selector(),
	context: z.record(z.string(), z.unknown()).nullish(),
	tools: keys().meta(doc({ example: ['web_search'] })),
	mcp: z.boolean().nullish(),
	flags: keys().meta(doc({ example: ['research.deep_mode'] })),
	entitlements: keys().meta(doc({ example: ['limit.concurrent_runs'] })),
	kid: kid(),
	hold: HoldInput.nullish().meta(
		doc({ description: 'What the run may take, from its beginning to its end. Without it the run holds nothing.' }),
	),
	ttl_s: ttl_s().meta(
		doc({
			example: 900,
			description: 'After how many seconds without a `progress` the hold lapses. 900 by default.',
		}),
	),
	accept: z
		.nullish(z.enum(['all', 'part']))
		.meta(doc({ description: '`part` grants what is left of a unit if that is less than asked for.' })),
	ask: Ask.nullish().meta(doc({ description: 'Asks people for more, if budgets refuse.' })),
})

export const ProgressRun = z
	.object({
		org_id: org_id(),
		model_id: modelId(),
		...totals,
		hold: HoldInput.nullish().meta(
			doc({ description: 'The whole that the run may take. A unit that is absent stays as it is.' }),
		),
		ttl_s: ttl_s().meta(doc({ example: 900, description: 'By default the last one. Its time begins again.' })),
		ask: Ask.nullish().meta(doc({ description: 'Asks people for more, if budgets refuse.' })),
	})
	.refine(areParts, NOT_PARTS)
	.meta(doc({ id: 'ProgressRun' }))

const BudgetStanding = named('BudgetStanding', {
	budget_id: z.string().meta(doc({ example: 'bud_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	name: z.string().meta(doc({ example: 'Research per day' })),
	scope: z.enum(SCOPES),
	subject: z.string().meta(doc({ example: 'research-agent' })),
	unit: z.enum(UNITS),
	mode: z.enum(['enforce', 'observe']),
	limit: z.int().meta(doc({ example: 5_000 })),
	used: z.int().meta(doc({ example: 3_200 })),
	held: z.int().meta(doc({ example: 150 })),
	raised: z.int().meta(doc({ description: 'By how much people let the limit be exceeded.', example: 0 })),
	remaining: z.int().meta(doc({ example: 1_650 })),
	resets_at: z.nullable(timestamp()).meta(doc({ description: 'Null for a total, and for a budget of runs.' })),
})

const Running = z.object({ run_id: runId(), org_id: z.string(), status: z.enum(RUN_STATUSES) })

const costPer1k = () => z.number().nullable()

const begun = {
	run: Running,
	hold: z.object({ credits: z.int(), tokens: z.int(), expires_at: timestamp().nullable() }),
	budgets: z.array(BudgetStanding).meta(doc({ description: 'The budgets that apply, the tightest first.' })),
	terms: z.object({
		credits_per_usd: z.int().meta(doc({ example: 1_000 })),
		multiplier: z.number().meta(doc({ description: 'Of the model of the run.', example: 1 })),
		percent: z.int().meta(
			doc({
				description: 'The share of the credits that the org pays: 100, or less on its own models.',
				example: 100,
			}),
		),
		model_scope: z
			.nullable(z.enum(['platform', 'org']))
			.meta(doc({ description: 'Whose model the run runs. Null for one that nobody configured.' })),
		cost_source: z
			.enum(['priced', 'reported'])
			.meta(doc({ description: 'Which cost counts where there are two: that of the price, or the reported one.' })),
		price: PriceInCredits.nullable().meta(
			doc({ description: "Null if the model has no price, or it's the org's own and doesn't count." }),
		),
		cost_per_1k_input: costPer1k(),
		cost_per_1k_output: costPer1k(),
		cost_per_1k_cache_write: costPer1k(),
		cost_per_1k_cache_read: costPer1k(),
	}),
}

/** What didn't resolve: the error that the single call would have. */
const NotResolved = named('NotResolved', {
	error: z.string(),
	message: z.string(),
	details: z.record(z.string(), z.unknown()),
})

const Tool = z.object({
	group_name: z.string().meta(doc({ example: 'web_search' })),
	scope: z.enum(['org', 'platform', 'legacy']),
	provider_name: z.string().meta(doc({ example: 'web_search.keyed' })),
	skipped: z.array(z.record(z.string(), z.unknown())),
	withheld: withheld(),
})

export const SealedTool = Tool.extend({
	api_key: Sealed.nullable(),
	base_url: z.string().nullable(),
}).meta(doc({ id: 'SealedTool' }))

export const SealedModel = ResolvedModel.extend({ api_key: Sealed.nullable() }).meta(doc({ id: 'SealedModel' }))

const Server = z.object({
	id: z.string(),
	name: z.string(),
	scope: z.enum(['platform', 'org']),
	transport: z.string(),
	url: z.string().nullable(),
	command: z.string().nullable(),
	args: z.array(z.string()),
	cwd: z.string().nullable(),
	inherit_parent_env: z.boolean().nullable(),
	call_timeout_ms: z.int(),
	withheld: withheld(),
})

const skipped = z.array(
	z.object({ id: z.string(), name: z.string(), scope: z.enum(['platform', 'org']), reason: z.string() }),
)

const Mcp = z.object({ servers: z.array(Server), skipped })

export const SealedMcp = named('SealedMcp', {
	servers: z.array(
		Server.extend({
			bearer_token: Sealed.nullable(),
			env: z
				.union([Sealed, z.strictObject({})])
				.meta(doc({ description: 'The variables as one object, sealed. Empty if there are none.' })),
		}),
	),
	skipped,
})

export const BegunRun = named('BegunRun', {
	...begun,
	model: z.union([SealedModel, ResolvedModel, NotResolved]).optional(),
	tools: z.array(z.union([SealedTool, Tool, NotResolved])).optional(),
	mcp: z.union([SealedMcp, Mcp, NotResolved]).optional(),
	flags: z.array(z.union([Evaluation, NotResolved])).optional(),
	entitlements: z.array(z.union([EffectiveEntitlement, NotResolved])).optional(),
})

export const ProgressedRun = named('ProgressedRun', {
	...begun,
	run: Running.extend({
		total_input_tokens: z.int(),
		total_output_tokens: z.int(),
		total_cache_read_tokens: z.int().nullable(),
		total_cache_write_tokens: z.int().nullable(),
		total_cost_usd: z.number(),
	}).meta(doc({ description: 'The totals are those that are kept: of each the largest that anybody reported.' })),
	spent: z.object({ credits: z.int(), tokens: z.int() }),
})
