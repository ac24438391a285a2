import type * as z from 'zod'
import type { Database } from '../../ground/db/database.ts'
import type { Kind } from './kinds.ts'
import { isAmong, kindOf, selectNamed } from './named.ts'
import type { Names } from './schema.ts'

/** What the things with these ids are called, by id. Unknown ids are left out. One D1 call, or none without a known kind. */
export async function namesOf(db: Database['reader'], ids: string[]): Promise<z.infer<typeof Names>['names']> {
	const byKind = new Map<Kind, string[]>()
	for (const id of new Set(ids)) {
		const kind = kindOf(id)
		if (kind) byKind.set(kind, [...(byKind.get(kind) ?? []), id])
	}
	const [first, ...rest] = [...byKind].map(([kind, wanted]) => selectNamed(db, kind, isAmong(kind, wanted)))
	if (!first) return {}
	const rows = (await db.batch([first, ...rest])).flat()
	return Object.fromEntries(rows.map(({ id, kind, title }) => [id, { kind, name: title }]))
}
