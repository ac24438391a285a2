import { actionText } from '../text/en/actions.ts'

/** A filter's options, in the words of the rows, with the actions that the rows or the address have besides. */
export function actionOptions(all: string, others: readonly (string | undefined)[]) {
	const actions = new Set([...AUDIT_ACTION_NAMES, ...others.filter((one) => one !== undefined)])
	const options = [...actions].map((value) => ({ value, label: actionText(value) }))
	return [{ value: undefined, label: all }, ...options.toSorted((one, other) => one.label.localeCompare(other.label))]
}
