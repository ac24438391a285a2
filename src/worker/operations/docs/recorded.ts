import type { DeclaredResponse } from '../../ground/http/declared.ts'
import type { Operation } from '../../ground/http/operations.ts'
import answers from './answers.json' with { type: 'json' }

const ANSWERS: Record<string, unknown> = answers

/** What a test has recorded of the operation, if it's this response. */
export function recorded({ method, path }: Operation, schema: DeclaredResponse['schema']): unknown {
	const answer = ANSWERS[`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`]
	const parsed = schema?.safeParse(answer)
	// Another response of the operation may have some of its fields.
	const isThis = parsed?.success && Object.keys(parsed.data ?? {}).length === Object.keys(answer ?? {}).length
	return isThis ? answer : undefined
}
