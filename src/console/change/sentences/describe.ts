import { actionText, thingText } from '../../text/en/actions.ts'
import { sentences as t } from '../../text/en/sentences.ts'
import type { Change, Facts, Kind, Row, ChangedRow } from './kind.ts'
import { KINDS } from './kinds.ts'
import { hasChanged, wordsOf } from './values.ts'

const rowOf = (state: unknown) => (typeof state === 'object' && state !== null ? (state as Row) : null)

/** The sentence of a change, and who is affected by it. */
export function describe(given: ChangedRow, facts: Facts): string[] {
	const [before, after] = [rowOf(given.before), rowOf(given.after)]
	const change: Change = { ...given, before, after, row: after ?? before ?? {} }
	const kind = KINDS[given.target_type]
	const whole = given.action === undefined ? undefined : t.actions[given.action]
	const what =
		whole?.(subjectOf(change, kind, facts)) ?? kind?.describe?.(change, facts) ?? commonly(change, kind, facts)
	const said = given.proposed_by ? t.proposed(what, facts.name(given.proposed_by)) : what
	return [said, ...((facts.isPreview && kind?.affects?.(change, facts)) || [])]
}

/** "IP rule 10.0.0.0/8 for Acme". */
function subjectOf(change: Change, kind: Kind | undefined, facts: Facts): string {
	const { target_type, target_id, row } = change
	const isKnown = Object.keys(row).length > 0
	const name = isKnown && kind ? kind.name(row, facts) : facts.name(target_id)
	const thing = `${thingText(target_type)} ${name}`.trim()
	const org_id = change.org_id ?? (typeof row.org_id === 'string' ? row.org_id : undefined)
	if (!org_id || org_id === facts.own_org || org_id === target_id) return thing
	return t.of(thing, facts.name(org_id))
}

function commonly(change: Change, kind: Kind | undefined, facts: Facts): string {
	const { before, after, action } = change
	const subject = subjectOf(change, kind, facts)
	if (before === null && after === null)
		return action ? t.sentence(`${actionText(action)} – ${subject}`) : t.changed(subject)
	const labels = Object.entries(kind?.fields ?? {})
	if (before === null)
		return t.created(
			subject,
			labels
				.filter(([field]) => after?.[field] !== null && after?.[field] !== undefined && after[field] !== '')
				.flatMap(([field, label]) => {
					const value = after?.[field]
					if (value === true) return [label]
					if (value === false) return t.off[field] ?? []
					const words = wordsOf(field, value, facts)
					// The sentence begins with its name.
					return words === kind?.name(change.row, facts) ? [] : [t.member(label, words)]
				}),
		)
	if (after === null) return t.deleted(subject)
	const members = labels
		.filter(([field]) => field in after && hasChanged(field, before, after))
		.map(([field, label]) => t.change(label, wordsOf(field, before[field], facts), wordsOf(field, after[field], facts)))
	return members.length > 0 ? t.changes(subject, members) : t.changed(subject)
}
