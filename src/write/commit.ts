import { and, between, eq, getTableName, SQL, sql } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { auditLogs } from '../identity/audit-logs/table.ts'
import type { Variables } from '../context.ts'
import { type ApiError, conflict, preconditionFailed } from '../http/errors.ts'
import { ifMatchHolds } from '../http/etag.ts'
import { findStored, type IdempotentCall, Replay, requireSameRequest } from '../http/idempotency.ts'
import { webhookEndpoints } from '../webhooks/endpoints/table.ts'
import { newId, now } from '../db/columns.ts'
import { stateOf } from '../db/state.ts'
import { guards, idempotencyKeys } from './table.ts'

type Statement = BatchItem<'sqlite'>

/** Statements that tell of events, with the moment from which their deliveries are due. */
const telling = new WeakMap<object, string>()

/** Marks a statement that makes deliveries due at `since`: the commit that carries it rings for their endpoints. */
export function withDeliveries<S extends object>(statement: S, since: string): S {
	telling.set(statement, since)
	return statement
}

/** What a write needs to know of its caller; a request's context has it all. */
export interface WriteContext {
	var: Pick<
		Variables,
		'database' | 'db' | 'principal' | 'trace_id' | 'client_address' | 'idempotent_call' | 'represent' | 'ring'
	>
	req: { method: string; header: (name: string) => string | undefined }
}

interface Audit {
	/** `<table>.<verb>`; as SQL where the row decides which verb it is. */
	action: string | SQL
	target: SQLiteTable & { id?: SQLiteColumn }
	/** The row's id; as SQL where only the database knows it, judged before the change. */
	target_id: string | SQL
	/** Which row is meant, when it is not found by its `id`. */
	where?: SQL
	/** The state to keep, when it is more than the row. */
	state?: SQL
	/** The org whose settings change; null for the platform's own. */
	org_id?: string | SQL | null
	/** Who acts, when nobody is signed in yet. */
	actor_user_id?: string
}

export interface CommitOptions {
	audit?: Audit
	/** What a POST answers: kept under its `Idempotency-Key` in the same batch. As SQL where only the database knows it. */
	answer?: { status: number | SQL; body: object | SQL }
	/** The 409 of a broken uniqueness: its message, or the error for the named constraint. */
	duplicate?: string | ((constraint: string) => ApiError)
	/** The error when a guard or a foreign key refuses the batch. */
	otherwise?: ApiError | (() => ApiError | Promise<ApiError>)
}

/** Refuses the whole batch unless `condition` holds at this point of it. */
export const ensure = (c: WriteContext, condition: SQL): Statement =>
	c.var.database.writer.insert(guards).select(sql`SELECT 1 WHERE (${condition}) IS NOT 1`)

/** Refuses the whole batch when the statement before this one changed no row. */
export const ensureChanged = (c: WriteContext): Statement => ensure(c, sql`changes() > 0`)

/**
 * The one way to write. Sends the changes, their audit row and the caller's idempotency record as one batch, so that all of
 * it happens or nothing does, and gives the results of the changes in their order. Honours `If-Match` of PATCH, PUT and
 * DELETE. Errors: 412, 409 by `duplicate`, and `otherwise`.
 */
export async function commit<const T extends readonly Statement[]>(
	c: WriteContext,
	changes: T,
	options: CommitOptions,
): Promise<BatchResponse<T>> {
	const { audit, answer } = options
	const call = c.var.idempotent_call
	if (call && !answer) throw new Error('A POST commits with its answer')
	const seen = audit && (await stateUnderIfMatch(c, audit))
	const recorded = audit && auditOf(c, audit)
	const kept = call && answer && answerUnder(c, call, answer)
	const leading: Statement[] = [
		...(kept ? [kept.claim] : []),
		...(audit && seen ? [ensure(c, sql`${stateFor(audit)} IS ${seen.state}`)] : []),
		...(recorded ? [recorded.before] : []),
	]
	const toldAt = changes.flatMap((statement) => telling.get(statement) ?? []).sort()[0]
	const trailing: Statement[] = [
		...(recorded ? [recorded.after] : []),
		...(kept ? [kept.answered] : []),
		...(toldAt === undefined ? [] : [dueSince(c, toldAt)]),
	]
	try {
		const statements = [...leading, ...changes, ...trailing] as unknown as [Statement, ...Statement[]]
		const results: unknown[] = await c.var.database.writer.batch(statements)
		if (toldAt !== undefined) c.var.ring((results.at(-1) as { id: string }[]).map(({ id }) => id))
		return results.slice(leading.length, leading.length + changes.length) as BatchResponse<T>
	} catch (error) {
		throw await refusal(c, error, options, seen)
	}
}

/** The same for a write that may find nothing to do: false, and nothing written, when a guard or a uniqueness refuses it. */
export async function attempt(
	c: WriteContext,
	changes: readonly Statement[],
	options: Pick<CommitOptions, 'audit'>,
): Promise<boolean> {
	const refused = conflict('Nothing to do')
	try {
		await commit(c, changes, { ...options, duplicate: () => refused, otherwise: refused })
		return true
	} catch (error) {
		if (error === refused) return false
		throw error
	}
}

// Endpoints that were due before have been rung for before.
const dueSince = (c: WriteContext, since: string) =>
	c.var.database.writer
		.select({ id: webhookEndpoints.id })
		.from(webhookEndpoints)
		.where(and(between(webhookEndpoints.due_at, since, now()), eq(webhookEndpoints.enabled, true)))
		.limit(100)

const stateFor = ({ target, target_id, where, state }: Audit): SQL =>
	state ?? stateOf(target, where ?? eq(target.id as SQLiteColumn, target_id))

// Two statements around the changes: the first sees the row as it was, the second as it became.
function auditOf(c: WriteContext, audit: Audit) {
	const { database, principal, trace_id, client_address } = c.var
	const id = newId('aud')
	const before = database.writer.insert(auditLogs).values({
		id,
		action: audit.action,
		actor_user_id: audit.actor_user_id ?? principal?.user_id ?? null,
		actor_api_key_id: principal?.api_key_id ?? null,
		org_id: audit.org_id ?? null,
		target_type: getTableName(audit.target),
		target_id: audit.target_id,
		before: stateFor(audit),
		client_address,
		trace_id,
		created_at: now(),
	})
	const after = database.writer
		.update(auditLogs)
		.set({ after: stateFor(audit) })
		.where(eq(auditLogs.id, id))
	return { before, after }
}

const asSql = (value: object | number | SQL): SQL =>
	value instanceof SQL ? value : sql`${typeof value === 'number' ? value : JSON.stringify(value)}`

// The key is claimed first, so that a twin fails before it has an effect, and answered last, when the answer is known.
function answerUnder(
	c: WriteContext,
	{ id, fingerprint }: IdempotentCall,
	{ status, body }: NonNullable<CommitOptions['answer']>,
) {
	const { writer } = c.var.database
	return {
		claim: writer.insert(idempotencyKeys).values({ id, fingerprint, status: 0, body: '', created_at: now() }),
		answered: writer
			.update(idempotencyKeys)
			.set({ status: asSql(status), body: asSql(body) })
			.where(eq(idempotencyKeys.id, id)),
	}
}

/** The target's state while the caller's `If-Match` holds for it, undefined without that header; 412 when it does not. */
async function stateUnderIfMatch(c: WriteContext, audit: Audit): Promise<{ state: string | null } | undefined> {
	const ifMatch = c.req.header('If-Match')
	if (ifMatch === undefined || c.req.method === 'POST') return undefined
	const row = await c.var.db.get<{ state: string | null }>(sql`SELECT ${stateFor(audit)} AS state`)
	const holds = ifMatch.trim() === '*' ? row.state !== null : await ifMatchHolds(ifMatch, await c.var.represent())
	if (!holds) throw preconditionFailed()
	return row
}

async function refusal(
	c: WriteContext,
	error: unknown,
	options: CommitOptions,
	seen?: { state: string | null },
): Promise<unknown> {
	const message = databaseMessage(error)
	const unique = /UNIQUE constraint failed: (.+?): SQLITE/.exec(message)?.[1]
	if (unique?.startsWith('idempotency_keys') && c.var.idempotent_call) {
		const stored = await findStored(c.var.db, c.var.idempotent_call)
		if (!stored) return error
		requireSameRequest(stored, c.var.idempotent_call)
		return new Replay(stored)
	}
	if (unique && options.duplicate)
		return typeof options.duplicate === 'string' ? conflict(options.duplicate) : options.duplicate(unique)
	if (!/CHECK constraint failed: guard|FOREIGN KEY constraint failed/.test(message)) return error
	if (seen && options.audit) {
		const row = await c.var.db.get<{ state: string | null }>(sql`SELECT ${stateFor(options.audit)} AS state`)
		if (row.state !== seen.state) return preconditionFailed()
	}
	const { otherwise } = options
	return (typeof otherwise === 'function' ? await otherwise() : otherwise) ?? error
}

/** What D1 itself said. Drizzle's own message holds every bound parameter, so it is never read. */
function databaseMessage(error: unknown): string {
	if (!(error instanceof Error)) return ''
	return error.cause instanceof Error ? databaseMessage(error.cause) : error.message
}
