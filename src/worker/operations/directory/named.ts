import { and, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { type Kind, KINDS, NAMINGS } from './kinds.ts'

const kindsByPrefix = new Map(KINDS.map((kind) => [NAMINGS[kind].prefix, kind]))

/** The kind of thing that an id names, by its prefix; undefined for any other text. */
export const kindOf = (id: string): Kind | undefined =>
	id.includes('_') ? kindsByPrefix.get(id.slice(0, id.indexOf('_'))) : undefined

/** Matches the things of a kind with these ids. The list is one JSON parameter, because D1 binds at most 100. */
export function isAmong(kind: Kind, ids: string[]): SQL {
	const { id, among } = NAMINGS[kind]
	const list = JSON.stringify(ids)
	return among?.(list) ?? sql`${id} IN (SELECT value FROM json_each(${list}))`
}

/** The query for the visible things of one kind that match `where`, with what they're called. */
export function selectNamed(db: Database['reader'], kind: Kind, where: SQL | undefined) {
	const { id, title, subtitle, org_id, visible } = NAMINGS[kind]
	return db
		.select({
			kind: sql<Kind>`${kind}`.as('found_kind'),
			id: sql<string>`${id}`.as('found_id'),
			title: sql<string>`${title}`.as('found_title'),
			subtitle: sql<string | null>`${subtitle}`.as('found_subtitle'),
			org_id: sql<string | null>`${org_id}`.as('found_org_id'),
		})
		.from(id.table)
		.where(and(visible, where))
		.$dynamic()
}
