import { textOf } from '../../ground/db/canonical.ts'
import type { FieldError } from '../../ground/http/errors.ts'
import { entriesOf } from '../../ground/http/json-input.ts'
import type { Configured } from '../../ground/write/configured.ts'
import type { Item } from '../../ground/write/entry.ts'

interface Entry {
	owner: string
	path: string
	key: string
	item: Item
	stored: Item | undefined
}

/** What of an entry doesn't fit its key and owner, or those of an entry inside it. Whatever equals the stored one passes. */
export function misfitsOf({ misfit, child }: Configured, { owner, path, key, item, stored }: Entry): FieldError[] {
	const known = new Map(entriesOf(stored?.[child?.field ?? '']))
	const inside = entriesOf(item[child?.field ?? '']).flatMap(([name, one]) =>
		isSame(one, known.get(name))
			? []
			: under(`${path}.${child?.field}.${name}`, child?.misfit?.(name, one as Item, owner)),
	)
	return [...inside, ...(isSame(item, stored) ? [] : under(path, misfit?.(key, item, owner)))]
}

const isSame = (one: unknown, stored: unknown) => stored !== undefined && textOf(one) === textOf(stored)

const under = (path: string, found: FieldError | undefined) =>
	found ? [{ ...found, path: found.path === '' ? path : `${path}.${found.path}` }] : []
