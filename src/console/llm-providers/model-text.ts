import { llmModels as t } from '../text/en/llm-providers.ts'
import { testsOf } from './condition.ts'

/** A model's condition in one line: "task.kind is search, tokens is at least 1000". */
export function conditionOf(when: object): string {
	const parts = testsOf(when).map(({ field, operator, value }) =>
		operator === 'exists'
			? t.condition.line(field, value === 'true' ? t.condition.there : t.condition.missing, '')
			: t.condition.line(field, t.condition.operators[operator] ?? operator, value),
	)
	return parts.join(', ') || t.always
}
