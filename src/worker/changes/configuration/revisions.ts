import { Buffer } from 'node:buffer'
import { gunzipSync, gzipSync } from 'node:zlib'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { Caller, SignedIn } from '../../context.ts'
import { columnsBut, now, PLATFORM } from '../../ground/db/columns.ts'
import { conflict, notFound } from '../../ground/http/errors.ts'
import { openPage, type PageQuery } from '../../ground/http/page.ts'
import type { Statement } from '../../ground/write/after-commit.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { type SecretIds, storedSecretIds } from './secret-ids.ts'
import type { State } from './state.ts'
import { configurationRevisions, type REVISION_KINDS } from './table.ts'

const MAX_REVISIONS = 1_000

/** How many of the oldest revisions an apply checks. It adds at most two, so after a lowered limit later applies catch up. */
const AT_ONCE = 100

/** In characters of one byte each: what D1 accepts as a value. */
const MAX_STORED = 1_900_000

const columns = columnsBut(configurationRevisions, 'owner', 'document', 'secret_ids', 'start', 'size')

const keptForm = (text: string) => gzipSync(text).toString('base64')

const textOfKept = (document: string) => gunzipSync(Buffer.from(document, 'base64')).toString()

export interface Kind {
	kind: Exclude<(typeof REVISION_KINDS)[number], 'found'>
	restored_from?: number
}

interface Result {
	text: string
	hash: string
	change_count: number
	secret_ids: SecretIds
}

/**
 * The statements that store an apply's document as a revision, and the revision's number. If single calls changed something
 * since the newest revision, that state is stored first, so a restore can bring back whatever the apply replaced.
 */
export function revisionOf(c: Caller, state: State, result: Result, how: Kind): { number: number; kept: Statement[] } {
	const { db, principal } = c.var
	const { owner, newest } = state
	const base = { owner, created_at: now(), start: endOf(owner) }
	const isKnown = newest?.hash === state.hash
	const found = {
		...base,
		number: (newest?.number ?? 0) + 1,
		kind: 'found' as const,
		...documentOf({ ...state, secret_ids: storedSecretIds(state) }),
	}
	const number = (newest?.number ?? 0) + (isKnown ? 1 : 2)
	const { change_count } = result
	const actor = { actor_user_id: principal.user_id, actor_api_key_id: principal.api_key_id }
	const applied = { ...base, number, ...how, change_count, ...actor, ...documentOf(result) }
	const isOld = and(
		eq(configurationRevisions.owner, owner),
		sql`${configurationRevisions.number} <= ${lastToGo(owner, number)}`,
	)
	// Each is a statement of its own, because a document may fill a parameter.
	const rows = isKnown ? [applied] : [found, applied]
	return {
		number,
		kept: [
			...rows.map((row) => db.insert(configurationRevisions).values(row)),
			db.delete(configurationRevisions).where(isOld),
		],
	}
}

function documentOf({ text, hash, secret_ids }: Omit<Result, 'change_count'>) {
	const kept = { document: keptForm(text), secret_ids: keptForm(JSON.stringify(secret_ids)) }
	if (Math.max(kept.document.length, kept.secret_ids.length) > MAX_STORED) throw conflict('configuration.too_large')
	return { hash, ...kept, size: kept.document.length + kept.secret_ids.length }
}

/** The offset at which an owner's newest revision ends, in the total of all of them. */
const endOf = (owner: string) =>
	sql`coalesce((SELECT r.start + r.size FROM configuration_revisions r WHERE r.owner = ${owner} ORDER BY r.number DESC LIMIT 1), 0)`

/** The newest revision to delete: beyond the number or the bytes that the owner may keep. The one just made stays. */
function lastToGo(owner: string, number: number) {
	const most = sql`(SELECT b.bytes FROM byte_budgets b WHERE b.owner = ${owner} AND b.key = 'limit.revision_bytes')`
	// Without a limit nothing exceeds it, because the comparison is with NULL.
	const first = sql`${endOf(owner)} - ${most}`
	const oldest = sql`SELECT r.number, r.start FROM configuration_revisions r WHERE r.owner = ${owner} ORDER BY r.number LIMIT ${AT_ONCE}`
	const beyond = sql`(SELECT max(o.number) FROM (${oldest}) o WHERE o.start < ${first})`
	return sql`max(${number - MAX_REVISIONS}, min(${number - 1}, coalesce(${beyond}, 0)))`
}

export async function listRevisions(c: Context<SignedIn>, owner: string, query: z.infer<typeof PageQuery>) {
	const page = openPage(c, query)
	const listed = c.var.db
		.select(columns)
		.from(configurationRevisions)
		.where(and(eq(configurationRevisions.owner, owner), page.before(configurationRevisions.number)))
		.orderBy(desc(configurationRevisions.number))
		.limit(page.limit)
	const rows = owner === PLATFORM ? await listed : await rowsOfOrg(c.var.db, owner, listed)
	return page.close(rows, ({ number }) => number)
}

/** A revision with its document and the ids of its secrets. Throws 404. One D1 call. */
export async function readRevision({ var: { db } }: Caller, owner: string, number: string) {
	const shown = { ...columns, document: configurationRevisions.document, secret_ids: configurationRevisions.secret_ids }
	const isIt = and(eq(configurationRevisions.owner, owner), eq(configurationRevisions.number, Number(number)))
	const [found] = /^[1-9]\d{0,8}$/.test(number)
		? await db.select(shown).from(configurationRevisions).where(isIt).limit(1)
		: []
	if (!found) throw notFound('Revision')
	const { document, secret_ids, ...revision } = found
	return {
		revision: { ...revision, document: JSON.parse(textOfKept(document)) as Record<string, unknown> },
		secret_ids: JSON.parse(textOfKept(secret_ids)) as SecretIds,
	}
}
