import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App, DryRunResult } from '../../context.ts'
import { DAY_MS, newId, now, PLATFORM } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { literal } from '../../ground/db/state.ts'
import { bodyText } from '../../ground/http/body-text.ts'
import { conflict, conflictSaying, payloadTooLarge } from '../../ground/http/errors.ts'
import { type Operation, operationOf } from '../../ground/http/operations.ts'
import { putSecret, seal } from '../../ground/secrets/vault.ts'
import { ensure } from '../../ground/write/guards.ts'
import { MOST_BYTES } from '../../ground/write/proposed.ts'
import { idOlderThan } from '../../ground/write/retention.ts'
import { write } from '../../ground/write/write.ts'
import type { Principal } from '../../principal.ts'
import { bodyPlace } from '../../spending/requests/body.ts'
import { type Asking, hasRoom, MOST_OPEN, openedEvent } from '../../spending/requests/open.ts'
import { askedByOf } from '../../spending/requests/state.ts'
import { requests } from '../../spending/requests/table.ts'
import { bytesIn, callOf, type Change, hashOfCall } from './proposal.ts'
import { type Row, toRequest } from './read.ts'

const OPEN_MS = 7 * 24 * 3_600_000

interface Found extends Pick<Change, 'changes' | 'events' | 'effects'>, Pick<DryRunResult, 'credits_total'> {
	dry_run: true
}

/**
 * Files the call of a request as a proposal, by what its dry run found, and returns what the key gets. Throws 409 if it can't be made in
 * one batch, and at the limit of open requests.
 */
export async function fileProposal<D extends Found>(c: Context<App>, dry_run: D, states: (string | null)[]) {
	const operation = operationOf(c)
	const principal = c.var.principal as Principal
	// Nobody has read the body of an operation that takes none, so it may be anything.
	const body = operation?.body ? await bodyText(c) : ''
	if (bytesIn(body) > MOST_BYTES) throw payloadTooLarge(MOST_BYTES)
	const { changes, events, effects } = dry_run
	const change: Change = { ...callOf(c, body), changes, events, effects }
	const [state = null] = states
	const isOneBatch = states.length === 1 && !operation?.isInParts
	if (!isOneBatch || `${state}${JSON.stringify(change)}`.length > MOST_BYTES) throw conflict('request.not_one_batch')
	const owner = ownerOf(c, operation)
	const org_id = owner === PLATFORM ? principal.org_id : owner
	const row = newRequest(principal, { owner, org_id }, change, hashOfCall(org_id, change, state, dry_run.credits_total))
	const filed = { request: toRequest(row), dry_run }
	const { db } = c.var
	const { kind, asked_by_kind, asked_by_id } = row
	const { key_id, key_root_id } = askedByOf(principal)
	const of = {
		owner: sql`${owner}`,
		org_id: sql`${org_id}`,
		kind: sql`${kind}`,
		asked_by_kind: sql`${asked_by_kind}`,
		asked_by_id: sql`${asked_by_id}`,
	}
	await write(
		c,
		{
			room: ensure(c, sql`${hasRoom(of, sql`${row.created_at}`)} AND ${hasRoomToday(of.owner)}`),
			filed: db.insert(requests).values({ ...row, key_id, key_root_id }),
			body: putSecret(db, await seal(c.env, bodyPlace(row.id), body)),
			told: openedEvent(db, row.id),
		},
		{
			response: { status: 202, body: filed },
			otherwise: () => tooMany(db, of),
		},
	)
	return filed
}

/** Withdrawing one makes room for another, so what is kept of them needs a bound of its own. */
const MOST_A_DAY = 1_000
/** So much of what is kept of a proposal counts like another one. */
const COUNTED_BYTES = 16_384

const hasRoomToday = (owner: SQL) =>
	sql`(SELECT coalesce(sum(1 + bytes / ${literal(COUNTED_BYTES)}), 0) < ${literal(MOST_A_DAY)} FROM (SELECT octet_length(${requests.change}) AS bytes
		FROM ${requests} WHERE ${requests.owner} = ${owner} AND NOT ${idOlderThan(requests.id, 'req', DAY_MS)} AND ${requests.kind} = 'change' LIMIT ${literal(MOST_A_DAY)}))`

/** The 409 of a proposal for which there is no room, with the limit that is reached. */
async function tooMany(db: Database['reader'], of: Asking) {
	const { account, org } = MOST_OPEN
	const of_org = hasRoom(of, sql`${now()}`, { account: org, org })
	const [has] = await db.select({ today: hasRoomToday(of.owner), of_org }).from(sql`(SELECT 1)`)
	const limit = !has?.today ? MOST_A_DAY : has.of_org ? account : org
	return conflictSaying(
		`Too many requests are open: an account may have ${account} in an org, and an org ${org}, and ${MOST_A_DAY} proposals in a day, fewer if they're large. Wait for decisions, or withdraw one.`,
		'limit.reached',
		{ key: null, limit },
	)
}

function newRequest(principal: Principal, of: Pick<Row, 'owner' | 'org_id'>, change: Change, hash: string): Row {
	const { kind: asked_by_kind, id: asked_by_id } = askedByOf(principal)
	const created_at = now()
	const until = new Date(Date.parse(created_at) + OPEN_MS).toISOString()
	const ends = principal.expires_at
	return {
		id: newId('req'),
		...of,
		kind: 'change',
		asked_by_kind,
		asked_by_id,
		reason: null,
		created_at,
		expires_at: ends !== null && ends < until ? ends : until,
		decided_at: null,
		decided_by: null,
		decision: null,
		decision_reason: null,
		spend: null,
		granted: null,
		change,
		hash,
		state: 'open',
	}
}

/**
 * Who decides: the platform what takes one of its permissions or is its own, and else the org of the path, or the one in which the key
 * acts.
 */
function ownerOf({ var: { principal, owner } }: Context<App>, operation: Operation | undefined): string {
	if ((owner as string | undefined) !== undefined) return owner
	const needed = /^permission:(.+)$/.exec(operation?.access ?? '')?.[1]?.split('|') ?? []
	const isOfPlatform = needed.some((one) => one !== 'data.secrets' && one !== 'org.settings')
	return isOfPlatform ? PLATFORM : (principal as Principal).org_id
}
