import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pointOf } from '../../src/worker/traffic/access-log/archive/points.ts'
import { type Sql, timeOf } from '../../src/worker/traffic/access-log/archive/sql.ts'
import type { LogEntry } from '../../src/worker/traffic/access-log/entry.ts'

const TABLE = 'plinth_access_log'

/** The part of a `chdb` session that we use. */
interface Session {
	query: (sql: string, format?: string) => string
	queryBind: (sql: string, params: object, format?: string) => string
	cleanup: () => void
}

/** ClickHouse in this process, from the project's own modules or the folder that `CHDB` names; undefined if it isn't there. */
export function openEngine(): Session | undefined {
	const from = process.env.CHDB ?? import.meta.dirname
	try {
		const { Session } = createRequire(join(from, 'index.js'))('chdb') as { Session: new () => Session }
		return new Session()
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined
		throw error
	}
}

/** The table that Analytics Engine shows, with a point for each entry, stamped up to 8 seconds after its id. */
export function fill(session: Session, entries: LogEntry[], random: () => number): void {
	const numbered = (name: string, type: string) =>
		Array.from({ length: 20 }, (_, index) => `${name}${index + 1} ${type}`)
	const columns = [
		'dataset String',
		'timestamp DateTime',
		'index1 String',
		'_sample_interval UInt32',
		...numbered('blob', 'String'),
		...numbered('double', 'Float64'),
	]
	session.query('CREATE DATABASE archive')
	session.query('USE archive')
	// As the binding accepts them: with `T` and `Z`.
	session.query("SET cast_string_to_date_time_mode = 'best_effort'")
	session.query(`CREATE TABLE ${TABLE} (${columns.join(', ')}) ENGINE = Memory`)
	const rows = entries.map((entry) => {
		const { blobs = [], doubles = [], indexes = [] } = pointOf(entry)
		const stamp = Math.floor((timeOf('since', entry.id) + random() * 8_000) / 1_000)
		return JSON.stringify({
			dataset: TABLE,
			timestamp: stamp,
			index1: indexes[0],
			_sample_interval: 1,
			...Object.fromEntries(blobs.map((blob, index) => [`blob${index + 1}`, blob])),
			...Object.fromEntries(doubles.map((double, index) => [`double${index + 1}`, double])),
		})
	})
	for (let index = 0; index < rows.length; index += 500)
		session.query(`INSERT INTO ${TABLE} FORMAT JSONEachRow\n${rows.slice(index, index + 500).join('\n')}`)
}

/**
 * The binding's query in ClickHouse's syntax: `$name` is `{name:Type}` there, and a dataset is a table of this database. The rest
 * runs unchanged.
 */
export function inClickHouse({ query, params }: Sql): Sql {
	const typeOf = (name: string) => (typeof params[name] === 'number' ? 'Float64' : 'String')
	const placed = query.replace(/\$(\w+)/g, (_, name: string) => `{${name}:${typeOf(name)}}`)
	return { query: placed.replace(`events.analyticsEngine."${TABLE}"`, `"${TABLE}"`), params }
}
