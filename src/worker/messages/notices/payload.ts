import { is, SQL, sql } from 'drizzle-orm'
import { quoted } from '../../ground/db/value.ts'
import type { Json } from './text.ts'

/** Members of a payload. What only the database knows is an expression. */
export type About = Record<string, string | number | null | SQL | Json>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && 'json' in value

const isExpression = (value: unknown): boolean =>
	is(value, SQL) || isJson(value) || (isPlain(value) && Object.values(value).some(isExpression))

const isPlain = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !is(value, SQL)

/** A payload: an object, or an expression for its JSON if a member is one. */
export const payloadOf = (members: Record<string, unknown>): Record<string, unknown> | SQL =>
	isExpression(members) ? objectOf(members) : members

function objectOf(members: Record<string, unknown>): SQL {
	const pairs = Object.entries(members).map(([name, value]) => sql`${quoted(name)}, ${memberOf(value)}`)
	return sql`json_object(${sql.join(pairs, sql`, `)})`
}

function memberOf(value: unknown): SQL {
	if (is(value, SQL)) return value
	if (isJson(value)) return sql`json(${value.json})`
	if (isPlain(value)) return objectOf(value)
	return typeof value === 'object' || typeof value === 'boolean' ? sql`json(${JSON.stringify(value)})` : sql`${value}`
}
