import { sql } from 'drizzle-orm'
import { costThatCounts } from '../../billing/costs/price.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { entriesOf } from '../../ground/http/json-input.ts'
import type { Warning } from '../../ground/write/configured.ts'
import { effectText } from '../../ground/write/effects.ts'
import type { Change, Item } from '../../ground/write/entry.ts'
import type { Followed } from '../../ground/write/following.ts'
import { changedRows } from '../../ground/write/kept-rows.ts'
import { sayingOfFirst } from '../layers/sold.ts'
import { llmModels } from './table.ts'

// What is odd about prices of models. It may be meant, so it's said and not refused.

const halfPriced = (model: string) => ({ code: 'half_priced', values: { model } }) as const

/** Warns of models of the platform whose input has a price and whose output has none: it's usually forgotten. */
export function halfPricedIn(changes: Change[], owner: string): Warning[] {
	if (owner !== PLATFORM) return []
	return changes.flatMap(({ key, after }) =>
		entriesOf(after?.models).flatMap(([name, model]): Warning[] => {
			const { cost_per_1k_input, cost_per_1k_output } = model as Record<string, number>
			if (!cost_per_1k_input || cost_per_1k_output) return []
			return [{ reason: 'incomplete', key, message: effectText(halfPriced(name)) }]
		}),
	)
}

/** What a dry run says of them. */
export const halfPricedBy = (change: Followed) =>
	sayingOfFirst(
		change,
		llmModels.model,
		sql`${changedRows(change.audit_id, llmModels)} AND ${llmModels.cost_per_1k_input} > 0 AND ${llmModels.cost_per_1k_output} = 0`,
		halfPriced,
	)

const COSTS = ['cost_per_1k_input', 'cost_per_1k_output', 'cost_per_1k_cache_write', 'cost_per_1k_cache_read']

/** Warns of prices that count as another number than they say. */
export const roundedIn = (changes: Change[]): Warning[] =>
	changes.flatMap(({ key, after }) =>
		entriesOf(after?.models).flatMap(([name, model]) =>
			COSTS.flatMap((field): Warning[] => {
				const cost = (model as Item)[field]
				if (typeof cost !== 'number' || cost === costThatCounts(cost)) return []
				return [{ reason: 'incomplete', key, message: `The ${field} of ${name} counts as ${costThatCounts(cost)}.` }]
			}),
		),
	)
