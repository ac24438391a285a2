import { fillPlaceholders, is, Param, Placeholder, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { D1PreparedQuery } from 'drizzle-orm/d1'
import { type Builder, type Client, type Database, preparing } from './database.ts'

type Statement = BatchItem<'sqlite'>

/** What Drizzle compiles a statement to. Its types hide these members. */
interface Written {
	query: ReturnType<D1PreparedQuery['getQuery']>
	execute: () => Promise<unknown>
}

interface Writable {
	prepare: () => Written
}

/** A prepared statement as a tool sees it: its SQL, and the names of its parameters in the order of the question marks. */
interface Text {
	sql: string
	parameters: string[]
}

/** Only `src/tools/statements.ts` sets `onPrepared`, before it imports the slices. So the Worker itself keeps no list. */
export const listener: { onPrepared?: (textsOf: () => Record<string, Text>) => void } = {}

/**
 * A statement whose SQL is built once per isolate. Drizzle builds the SQL of any other statement at each use, and in a warm
 * read nothing takes longer. `build` gets a placeholder for each name. Call the result with the values.
 *
 * Throws at its first use if the statement binds anything but placeholders. Any other value, such as a time, would keep what it
 * was at the first use. Write constants into the SQL with `literal`. Take the time and the trace from `db`.
 */
export function prepared<const Name extends string, S extends Statement>(
	names: readonly Name[],
	build: (db: Builder, value: Record<Name, Placeholder>) => S,
): (db: Database['reader'], values: Record<Name, unknown>) => S {
	const all = preparedAll(names, (db, value) => ({ '': build(db, value) }))
	return (db, values) => all(db, values)['']
}

/** Prepares statements that are used together, each under its name and in the order in which `build` lists them. */
export function preparedAll<const Name extends string, S extends Record<string, Statement>>(
	names: readonly Name[],
	build: (db: Builder, value: Record<Name, Placeholder>) => S,
): (db: Database['reader'], values: Record<Name, unknown>) => S {
	let written: [string, Written][] | undefined
	const writeAll = () =>
		(written ??= Object.entries(build(preparing, placeholders(names))).map(([name, one]) => [name, write(one)]))
	listener.onPrepared?.(() => Object.fromEntries(writeAll().map(([name, one]) => [name, textOf(one)])))
	return (db, values) => {
		const bound = { trace_id: db.trace_id, now: db.now(), ...values }
		return Object.fromEntries(writeAll().map(([name, one]) => [name, new Bound(one, db.client, bound)])) as unknown as S
	}
}

const placeholders = <Name extends string>(names: readonly Name[]) =>
	Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as unknown as Record<Name, Placeholder>

function write(statement: Statement): Written {
	const written = (statement as unknown as Writable).prepare()
	if (!written.query.params.every((param) => is(bareOf(param), Placeholder)))
		throw new Error(`A prepared statement binds a value that isn't a placeholder: ${written.query.sql}`)
	return written
}

const bareOf = (param: unknown): unknown => (is(param, Param) ? param.value : param)

const textOf = ({ query: { sql, params } }: Written): Text => ({
	sql,
	parameters: params.map((param) => (bareOf(param) as Placeholder).name),
})

/** A prepared statement with its values. Like any Drizzle statement, it can be awaited or be part of a batch. */
class Bound implements Writable, PromiseLike<unknown> {
	readonly #written: Written
	readonly #client: Client
	readonly #values: Record<string, unknown>

	constructor(written: Written, client: Client, values: Record<string, unknown>) {
		this.#written = written
		this.#client = client
		this.#values = values
	}

	prepare(): Written {
		const { query } = this.#written
		return Object.assign(Object.create(this.#written) as Written, {
			query: { ...query, params: fillPlaceholders(query.params, this.#values) },
			stmt: this.#client.prepare(query.sql),
		})
	}

	/** What Drizzle calls in a batch. */
	_prepare(): Written {
		return this.prepare()
	}

	// oxlint-disable-next-line unicorn/no-thenable -- `await` runs Drizzle's own statements too
	then<A, B>(
		resolve?: ((rows: unknown) => A | PromiseLike<A>) | null,
		reject?: ((error: unknown) => B | PromiseLike<B>) | null,
	) {
		return this.prepare().execute().then(resolve, reject)
	}
}
