import type { auditLogs } from '../../ground/write/table.ts'
import { TABLES } from '../kinds.ts'

type Change = Pick<typeof auditLogs.$inferSelect, 'target_type' | 'before' | 'after'>

const ID = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/

/** What a sentence says of a change: what was done, to what. What its row doesn't name stays without a name. */
export function toldOf({ target_type, before, after }: Change) {
	const kind = TABLES.get(target_type)?.kind
	// A document changes many kinds at once.
	const [thing, ...members] = kind?.called ?? ['The configuration']
	const names = members
		.map((member) => (after ?? before)?.[member])
		.filter((name) => typeof name === 'string')
		.filter((name) => !ID.test(name))
	const done = after === null ? 'deleted' : before === null && kind ? 'created' : 'changed'
	return { target_type, thing, names, done } as const
}
