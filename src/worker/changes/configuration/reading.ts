import { ApiError, type FieldError, invalid } from '../../ground/http/errors.ts'
import type { Reason } from '../../ground/http/reasons.ts'
import type { Unknown } from '../../ground/http/unknown.ts'
import type { State } from './state.ts'

/** How many characters of a path an error shows. */
const MAX_PATH = 512

export interface Reading {
	env: Env
	state: State
	isRestore: boolean
	isBlind: boolean
	problems: FieldError[]
	/** Values that are kept although we don't know them, such as event types. */
	unknown: Unknown[]
	reason: Reason | undefined
}

// A key can be as long as the body.
const cut = (path: string) => (path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path)

/** Throws the 400 with what was collected, if anything was. */
export function refuse({ problems, reason }: Reading) {
	if (problems.length === 0) return
	const error = invalid(problems.map((problem) => ({ ...problem, path: cut(problem.path) })))
	throw reason ? new ApiError(error.status, error.code, { ...error.details, reason }) : error
}

/** Runs a slice's rule. If it throws a 400, its fields become problems under `path`. */
export function underPath<T>(reading: Reading, path: string, rule: () => T): T | undefined {
	try {
		return rule()
	} catch (error) {
		if (!(error instanceof ApiError) || error.status !== 400) throw error
		for (const field of error.details.fields as FieldError[])
			reading.problems.push({ ...field, path: `${path}.${field.path}` })
		reading.reason ??= error.reason
		return undefined
	}
}
