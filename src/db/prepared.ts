import { fillPlaceholders, is, Param, Placeholder, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { D1PreparedQuery, DrizzleD1Database } from 'drizzle-orm/d1'
import { blank, type Client, type Database } from './database.ts'

type Statement = BatchItem<'sqlite'>

/** What Drizzle makes of a statement. Its types hide these members. */
interface Written {
	query: ReturnType<D1PreparedQuery['getQuery']>
	execute: () => Promise<unknown>
}

interface Writable {
	_prepare: () => Written
}

/**
 * A statement whose SQL is written once for the isolate. Drizzle writes SQL anew for each request otherwise, which takes longer
 * than everything else that a warm read does here. `build` gets a placeholder for each name. Call the result with the values.
 *
 * Throws at its first use when the statement binds anything but placeholders: such a value, a time for example, would be that
 * of the first request for ever. Write constants into the text.
 */
export function prepared<const Name extends string, S extends Statement>(
	names: readonly Name[],
	build: (db: DrizzleD1Database, value: Record<Name, Placeholder>) => S,
): (db: Database['reader'], values: Record<Name, unknown>) => S {
	let written: Written | undefined
	return (db, values) => {
		written ??= write(build(blank, placeholders(names)))
		return new Bound(written, db.client, values) as unknown as S
	}
}

const placeholders = <Name extends string>(names: readonly Name[]) =>
	Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as unknown as Record<Name, Placeholder>

function write(statement: Statement): Written {
	const written = (statement as unknown as Writable)._prepare()
	if (!written.query.params.every((param) => is(is(param, Param) ? param.value : param, Placeholder)))
		throw new Error(`A prepared statement binds a value that is no placeholder: ${written.query.sql}`)
	return written
}

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

	_prepare(): Written {
		const { query } = this.#written
		return Object.assign(Object.create(this.#written) as Written, {
			query: { ...query, params: fillPlaceholders(query.params, this.#values) },
			stmt: this.#client.prepare(query.sql),
		})
	}

	prepare(): Written {
		return this._prepare()
	}

	// oxlint-disable-next-line unicorn/no-thenable -- Drizzle's own statements are run by `await` as well
	then<A, B>(
		resolve?: ((rows: unknown) => A | PromiseLike<A>) | null,
		reject?: ((error: unknown) => B | PromiseLike<B>) | null,
	) {
		return this._prepare().execute().then(resolve, reject)
	}
}
