import type { FieldError } from '../../ground/http/errors.ts'
import { entriesOf } from '../../ground/http/json-input.ts'
import type { Configured } from '../../ground/write/configured.ts'
import type { Item } from '../../ground/write/entry.ts'
import { textOf } from './canonical.ts'

/** What of an entry doesn't fit its key, or that of an entry inside it. Whatever equals the stored one passes. */
export function misfitsOf(
	{ misfit, child }: Configured,
	path: string,
	key: string,
	item: Item,
	stored: Item | undefined,
): FieldError[] {
	const known = new Map(entriesOf(stored?.[child?.field ?? '']))
	const inside = entriesOf(item[child?.field ?? '']).flatMap(([name, one]) =>
		isSame(one, known.get(name)) ? [] : under(`${path}.${child?.field}.${name}`, child?.misfit?.(name, one as Item)),
	)
	return [...inside, ...(isSame(item, stored) ? [] : under(path, misfit?.(key, item)))]
}

const isSame = (one: unknown, stored: unknown) => stored !== undefined && textOf(one) === textOf(stored)

const under = (path: string, found: FieldError | undefined) =>
	found ? [{ ...found, path: `${path}.${found.path}` }] : []
