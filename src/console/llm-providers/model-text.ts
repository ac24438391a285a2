import { llmModels as t } from '../text/en/llm-providers.ts'

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
