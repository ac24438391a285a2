import type { Caller } from '../../context.ts'
import type { Warning as OwnWarning } from '../../ground/write/configured.ts'
import type { Change, Entries, Item } from '../../ground/write/entry.ts'
import type { Redirect } from '../../ground/write/following.ts'
import { kindsOf } from '../kinds.ts'

/** What an operator should know before an apply. */
export interface Warning extends OwnWarning {
	section: string
}

interface Applied {
	owner: string
	changes: ReadonlyMap<string, Change[]>
	after: ReadonlyMap<string, Entries>
}

const MAX_NAMED = 10

const listed = (keys: string[]) =>
	keys.length > MAX_NAMED
		? `${keys.slice(0, MAX_NAMED).join(', ')} and ${keys.length - MAX_NAMED} more`
		: keys.join(', ')

/** A plan's warnings, in the order of its sections. Throws 409 for a change that isn't allowed. */
export async function warningsOf(
	c: Caller,
	{ redirects, ...applied }: Applied & { redirects: (Redirect & { section: string })[] },
): Promise<Warning[]> {
	const { owner, changes } = applied
	const changed = kindsOf(owner).flatMap((kind) => {
		const list = changes.get(kind.name)
		return list ? [{ ...kind, list }] : []
	})
	const own = await Promise.all(
		changed.map(async ({ name, list, warnings }) =>
			((await warnings?.(c, list, owner, applied.after)) ?? []).map((warning) => ({ section: name, ...warning })),
		),
	)
	return [
		...changed.flatMap(({ name, list, dependents }) => deletionsIn(name, list, dependents?.warning)),
		...own.flat(),
		...redirects.map(({ section, key, holder, host }) => ({
			reason: 'redirect' as const,
			section,
			key,
			message: `The stored key of ${holder} will be sent to ${host}.`,
		})),
		...lockoutsOf(c, applied).map(({ name, lockout }) => ({
			reason: 'lockout' as const,
			section: name,
			key: null,
			message: lockout.warning(c),
		})),
	]
}

function deletionsIn(section: string, changes: Change[], also?: string): Warning[] {
	const keys = changes.filter(({ action }) => action === 'delete').map(({ key }) => key)
	if (keys.length === 0) return []
	const entries = `${keys.length} ${keys.length === 1 ? 'entry' : 'entries'}`
	const message = `This deletes ${entries} of ${section}: ${listed(keys)}.${also === undefined ? '' : ` ${also}`}`
	return [{ reason: 'deletion', section, key: null, message }]
}

const NONE: ReadonlyMap<string, Item> = new Map()

/** The changed kinds whose entries would lock out the caller of the apply. */
export const lockoutsOf = (c: Caller, { owner, changes, after }: Applied) =>
	kindsOf(owner).flatMap(({ name, lockout }) =>
		lockout && changes.has(name) && lockout.isBy(c, after.get(name) ?? NONE) ? [{ name, lockout }] : [],
	)
