import type { Schema } from '../api.ts'
import { llmModels as t } from '../text/en/llm-providers.ts'

type Priced = Pick<Schema<'LlmModel'>, 'cost_per_1k_input' | 'cost_per_1k_output'>

/** A model's prices for input and output tokens. They can be far below a cent. */
export const pricesOf = ({ cost_per_1k_input, cost_per_1k_output }: Priced) =>
	`${cost_per_1k_input} / ${cost_per_1k_output}`

/** A model's condition in one line. */
export function conditionOf(when: object): string {
	const parts = Object.entries(when).map(([field, test]) =>
		typeof test === 'object' && test !== null
			? Object.entries(test)
					.map(([operator, operand]) => `${field} ${operator} ${JSON.stringify(operand)}`)
					.join(', ')
			: `${field} = ${JSON.stringify(test)}`,
	)
	return parts.join(', ') || t.always
}
