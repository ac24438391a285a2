import { actionText, thingText } from '../text/en/actions.ts'
import type { PickGroup } from '../ui/pick-filter.tsx'

/** All kinds of changes in the words of the rows, by what they change, with those that the rows or the address have besides. */
export function actionGroups(others: readonly (string | undefined)[]): PickGroup[] {
	const actions = new Set([...AUDIT_ACTION_NAMES, ...others.filter((one) => one !== undefined)])
	const groups = Map.groupBy(actions, (action) => capital(thingText(action.split('.')[0] ?? action)))
	return [...groups]
		.map(([value, own]) => ({ value, items: byLabel(own.map((one) => ({ value: one, label: actionText(one) }))) }))
		.toSorted((one, other) => one.value.localeCompare(other.value))
}

const byLabel = (items: PickGroup['items']) => items.toSorted((one, other) => one.label.localeCompare(other.label))

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
