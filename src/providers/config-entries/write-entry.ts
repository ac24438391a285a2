import type { WorkContext } from '../../context.ts'
import { PLATFORM } from '../../tenancy/orgs/table.ts'
import { type Part, write, type WriteOptions } from '../../write/write.ts'
import { changeGroup } from '../tool-providers/change.ts'
import { groupOf } from './rules.ts'

interface EntryChange {
	key: string
	changes: Record<string, Part>
	options: WriteOptions
}

/** Writes an entry. A legacy tool entry is a change of its group and is published as one. */
export async function writeEntry(c: WorkContext, { key, changes, options }: EntryChange): Promise<void> {
	const group = groupOf(key)
	if (group) await changeGroup(c, { owner: PLATFORM, group, changes, options })
	else await write(c, changes, options)
}
