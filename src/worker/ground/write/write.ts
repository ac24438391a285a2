import { sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../db/columns.ts'
import { conflict, conflictSaying, preconditionFailed } from '../http/errors.ts'
import { ifMatchHolds } from '../http/etag.ts'
import { Replay } from '../http/replay.ts'
import { touchingIn } from './affects.ts'
import { afterCommitHooksOf, type Statement, type Statements } from './after-commit.ts'
import { auditDay } from './audit-day.ts'
import { type Audit, auditRow } from './audit.ts'
import { ensure, ensureTried, isUntried } from './guards.ts'
import { type StoredResponse, findStored, keptResponse, requireSameRequest } from './idempotency.ts'
import { selectStates, statesBefore } from './proposed.ts'
import { type Resource, stateFor } from './resource.ts'
import { undoSize } from './undo-size.ts'

type ResultOf<P> = P extends Statement
	? P['_']['result']
	: P extends readonly Statement[]
		? { [Index in keyof P]: P[Index] extends Statement ? P[Index]['_']['result'] : never }
		: undefined

/** The results of a write under the names of its parts; undefined for parts that were left out. */
export type Results<P> = { [Name in keyof P]: ResultOf<P[Name]> }

interface WriteOptions {
	/** The audit row of the change. Without it and without `resource`, the write ignores `If-Match`. */
	audit?: Audit
	/** What `If-Match` is about, if the change has no audit row. */
	resource?: Resource
	/** The response to a POST, stored under the caller's `Idempotency-Key`. `none` says in words why no response is stored. */
	response?: StoredResponse | { none: string }
	/** The error if a unique index refuses the batch, from the constraint's columns. */
	duplicate?: (constraint: string) => Error
	/** The error if a guard, a trigger that acts as one, or a foreign key refuses the batch. A function can read why. */
	otherwise?: Error | (() => Error | Promise<Error>)
}

/**
 * The only way to write. Sends the statements in their order, with their audit row and the caller's idempotency record, as
 * one batch: all of it happens or nothing does. Returns the results under the names of the parts. Honors `If-Match` on
 * PATCH, PUT and DELETE. Throws 412, the 409 of `duplicate`, and `otherwise`. A POST without `response` throws. In a dry run
 * the batch runs and is rolled back, with the same results and the same errors.
 */
export async function write<const P extends Record<string, Statements>>(
	c: WorkContext,
	parts: P,
	options: WriteOptions = {},
): Promise<Results<P>> {
	if (c.req.method === 'POST' && !options.response)
		throw new Error('A POST must pass its response to write(), or say in words why none is stored')
	const results = await send(
		c,
		Object.values(parts).flatMap((part) => part || []),
		options,
	)
	const next = results.values()
	const take = () => next.next().value
	const named = Object.entries(parts).map(([name, part]) => [
		name,
		Array.isArray(part) ? part.map(take) : part ? take() : undefined,
	])
	return Object.fromEntries(named) as Results<P>
}

/**
 * Like `write()`, for work that may already be done. Returns false, and writes nothing, if a guard or a unique index refuses
 * the batch.
 */
export async function tryWrite(
	c: WorkContext,
	parts: Record<string, Statements>,
	options: Pick<WriteOptions, 'audit' | 'response'> = {},
): Promise<boolean> {
	const refused = new Error('Nothing to do')
	try {
		await write(c, parts, { ...options, duplicate: () => refused, otherwise: refused })
		return true
	} catch (error) {
		if (error === refused) return false
		throw error
	}
}

/** Sends the batch and returns the results of `changes` in their order. */
async function send(c: WorkContext, changes: Statement[], options: WriteOptions): Promise<unknown[]> {
	const { audit, response } = options
	const { dry_run, proposed, idempotent_call: call } = c.var
	const resource = audit ?? options.resource
	const seen = resource && (await stateUnderIfMatch(c, resource))
	const row = audit && auditRow(c, audit)
	const kept =
		call && response && !('none' in response)
			? keptResponse(c, call, response, row?.id ?? c.var.audited?.id)
			: undefined
	const leading: Statement[] = []
	if (kept) leading.push(kept.claim)
	// A later batch of the request may follow from what the first one took from its caller.
	const standing = row && !c.var.audited?.id ? c.var.standing?.holds() : undefined
	if (standing) leading.push(standing)
	const grant = row && !c.var.audited?.id ? proposed?.grant : undefined
	if (grant) leading.push(ensure(c, grant.waits), grant.counts(c))
	const presence = row && c.var.presence?.holds()
	if (presence) leading.push(presence)
	if (resource && seen) leading.push(ensure(c, sql`${stateFor(resource)} IS ${seen.state}`))
	if (row) leading.push(...row.leading)
	const counted = row?.follows?.counted ?? []
	const firstCounted = leading.push(...counted) - counted.length
	const trailing: Statement[] = []
	if (row) trailing.push(...row.trailing)
	if (row && c.var.unconfirmed) trailing.push(...(await c.var.unconfirmed.book(row.id)))
	else if (row && c.var.principal) trailing.push(...trialsOf(c, audit, row.id))
	if (row && audit.undo) trailing.push(undoSize(c.var.db, { audit_id: row.id }))
	if (row && grant) trailing.push(...grant.decide(c, statesBefore(row.id)))
	if (kept) trailing.push(kept.answered)
	const own = (row?.follows?.hooks ?? []).map((hook) => ({ hook, since: now() }))
	const spent = row && !dry_run ? [auditDay(c.var.db, { audit_id: row.id })] : []
	const hooks = [...afterCommitHooksOf([...changes, ...trailing]), ...own]
	trailing.push(...hooks.flatMap(({ hook }) => hook.also?.(c) ?? []))
	const reads: Statement[] = hooks.map(({ hook, since }) => hook.read(c, since))
	if (row?.follows?.touched) reads.push(row.follows.touched)
	const states = row && proposed && selectStates(c.var.db, row.id)
	if (states) reads.push(states)
	await row?.follows?.announce()
	try {
		const batch = [...leading, ...changes, ...trailing, ...reads, ...spent] as unknown as [Statement, ...Statement[]]
		const results: unknown[] = await (dry_run
			? (await import('./simulate.ts')).simulate(c, dry_run, batch, row?.id)
			: c.var.database.writer.batch(batch))
		const isSame = row?.unlogged !== undefined && hasRows(results[batch.indexOf(row.unlogged)])
		if (isSame) c.executionCtx.waitUntil(Promise.resolve(c.var.unconfirmed?.disarm()))
		else if (row && c.var.audited && !dry_run) c.var.audited.id = row.id
		const first = batch.length - reads.length - spent.length
		for (const [index, { hook }] of hooks.entries()) {
			const rows = results[first + index] as unknown[]
			if (dry_run) dry_run.effects.push(...[hook.effect(rows) ?? []].flat())
			else hook.after(c, rows)
		}
		proposed?.states.push(states ? statesIn(results[batch.indexOf(states)]) : null)
		if (dry_run && row?.follows?.touched) dry_run.affects.push(...touchingIn(results[first + hooks.length]))
		if (!isSame || !dry_run) await row?.follows?.after(results.slice(firstCounted, leading.length) as unknown[][])
		return results.slice(leading.length, leading.length + changes.length)
	} catch (error) {
		// Only after a refusal is it certain that nothing changed. After any other error the batch may have committed.
		if (c.var.unconfirmed && databaseMessage(error).includes('SQLITE_CONSTRAINT'))
			c.executionCtx.waitUntil(c.var.unconfirmed.disarm())
		throw await refusal(c, error, options, seen)
	}
}

const statesIn = (result: unknown) => (result as { states: string | null }[])[0]?.states ?? null

const hasRows = (result: unknown) => (result as D1Result).meta.changes > 0

/** The guards against a change that only counts on trial, of a caller who doesn't ask for one. */
const trialsOf = (c: WorkContext, { kinds = [] }: Audit, audit_id: string) =>
	kinds.flatMap(({ kind: { trial } }) => (trial ? [ensureTried(c, trial(audit_id))] : []))

const tooManyTrials = async ({ var: { db, principal } }: WorkContext) => {
	const key = 'limit.trials_per_day'
	const { bytes: limit } = await db.get<{ bytes: number }>(
		sql`SELECT bytes FROM byte_budgets WHERE owner = ${principal?.org_id ?? ''} AND key = ${key}`,
	)
	return conflictSaying(
		'This org has made as many changes on trial as it may in a day. Make the change without Confirm-Within.',
		'limit.reached',
		{ key, limit },
	)
}

interface Seen {
	state: string | null
}

const currentState = (c: WorkContext, resource: Resource) =>
	c.var.db.get<Seen>(sql`SELECT ${stateFor(resource)} AS state`)

/** The methods for which a caller can say what they change. A GET may write too: the first read of an invite code creates it. */
const UNDER_IF_MATCH = ['PATCH', 'PUT', 'DELETE']

/**
 * The target's state if the caller's `If-Match` matches it; undefined without that header or on another method. Throws 412 if
 * it doesn't match.
 */
async function stateUnderIfMatch(c: WorkContext, resource: Resource): Promise<Seen | undefined> {
	const ifMatch = c.req.header('If-Match')
	if (ifMatch === undefined || !UNDER_IF_MATCH.includes(c.req.method)) return undefined
	const seen = await currentState(c, resource)
	const holds =
		ifMatch.trim() === '*' ? seen.state !== null : await ifMatchHolds(ifMatch, await c.var.represent(), c.req.method)
	if (!holds) throw preconditionFailed()
	return seen
}

/** The error to throw for a batch that D1 refused. */
async function refusal(c: WorkContext, error: unknown, options: WriteOptions, seen?: Seen): Promise<unknown> {
	const message = databaseMessage(error)
	const unique = /UNIQUE constraint failed: (.+?): SQLITE/.exec(message)?.[1]
	if (unique?.startsWith('idempotency_keys') && c.var.idempotent_call) {
		const stored = await findStored(c.var.db, c.var.idempotent_call)
		if (!stored) return error
		requireSameRequest(stored, c.var.idempotent_call)
		return new Replay(stored)
	}
	if (c.var.unconfirmed && message.includes('unconfirmed_changes_alone')) return c.var.unconfirmed.refusal
	if (c.var.unconfirmed && message.includes('unconfirmed_changes_of_day')) return tooManyTrials(c)
	const undecided = c.var.proposed?.grant?.refusal(message)
	if (undecided) return undecided
	if (isUntried(message)) return conflict('sign_in.untried')
	if (unique && options.duplicate) return options.duplicate(unique)
	if (!/\bguard\b|FOREIGN KEY constraint failed/.test(message)) return error
	const lost = (await c.var.standing?.refusal()) ?? (await c.var.presence?.refusal())
	if (lost) return lost
	const resource = options.audit ?? options.resource
	if (seen && resource && (await currentState(c, resource)).state !== seen.state) return preconditionFailed()
	const { otherwise } = options
	return (typeof otherwise === 'function' ? await otherwise() : otherwise) ?? error
}

/** D1's own message. Drizzle's message holds every bound parameter, so it is never read. */
function databaseMessage(error: unknown): string {
	if (!(error instanceof Error)) return ''
	return error.cause instanceof Error ? databaseMessage(error.cause) : error.message
}
