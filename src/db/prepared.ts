import { fillPlaceholders, is, Param, Placeholder, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { D1PreparedQuery } from 'drizzle-orm/d1'
import { type Builder, type Client, type Database, preparing } from './database.ts'

type Statement = BatchItem<'sqlite'>

/** What Drizzle makes of a statement. Its types hide these members. */
interface Written {
	query: ReturnType<D1PreparedQuery['getQuery']>
	execute: () => Promise<unknown>
}

interface Writable {
	prepare: () => Written
}

/** A prepared statement as a tool sees it: its text, and the name of each parameter in the order of the question marks. */
interface Text {
	sql: string
	parameters: string[]
}

/** `src/tools/statements.ts` sets `onPrepared` before it imports the slices. Nobody else does, so the Worker keeps no list. */
export const listener: { onPrepared?: (textsOf: () => Record<string, Text>) => void } = {}

/**
 * A statement whose SQL is written once for the isolate. Drizzle writes the SQL of other statements at each use. In a warm read
 * that takes longer than anything else. `build` gets a placeholder for each name. Call the result with the values.
 *
 * Throws at its first use when the statement binds anything but placeholders. Any other value, for example a time, would stay
 * that of the first use. Write constants into the text with `literal`. Take the time and the trace from `db`.
 */
export function prepared<const Name extends string, S extends Statement>(
	names: readonly Name[],
	build: (db: Builder, value: Record<Name, Placeholder>) => S,
): (db: Database['reader'], values: Record<Name, unknown>) => S {
	const all = preparedAll(names, (db, value) => ({ '': build(db, value) }))
	return (db, values) => all(db, values)['']
}

/** Statements that are used together, each under its name. They keep the order in which `build` gives them. */
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
		throw new Error(`A prepared statement binds a value that is no placeholder: ${written.query.sql}`)
	return written
}

const bareOf = (param: unknown): unknown => (is(param, Param) ? param.value : param)

const textOf = ({ query: { sql, params } }: Written): Text => ({
	sql,
	parameters: params.map((param) => (bareOf(param) as Placeholder).name),
})

/** A prepared statement with its values. It can be awaited, or be part of a batch, as any statement of Drizzle. */
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

	/** Drizzle's name for it in a batch. */
	_prepare(): Written {
		return this.prepare()
	}

	// oxlint-disable-next-line unicorn/no-thenable -- Drizzle's own statements are run by `await` as well
	then<A, B>(
		resolve?: ((rows: unknown) => A | PromiseLike<A>) | null,
		reject?: ((error: unknown) => B | PromiseLike<B>) | null,
	) {
		return this.prepare().execute().then(resolve, reject)
	}
}
