import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Database } from '../db/database.ts'
import { remember } from '../db/cache.ts'
import { idempotencyKeys } from '../write/table.ts'
import type { App } from '../context.ts'
import { bodyText } from './contract.ts'
import { conflict, invalid } from './errors.ts'

/** One POST under an `Idempotency-Key`: `id` names caller, org, path and key, `fingerprint` what was asked. */
export interface IdempotentCall {
	id: string
	fingerprint: string
}

interface Stored {
	fingerprint: string
	status: number
	body: string
}

/** Thrown when a twin's answer turns out to be stored already; `onError` answers with it. */
export class Replay extends Error {
	readonly stored: Stored

	constructor(stored: Stored) {
		super('The answer is stored')
		this.stored = stored
	}
}

export async function findStored(db: Database['reader'], { id }: IdempotentCall): Promise<Stored | undefined> {
	const { fingerprint, status, body } = idempotencyKeys
	const [stored] = await db
		.select({ fingerprint, status, body })
		.from(idempotencyKeys)
		.where(eq(idempotencyKeys.id, id))
		.limit(1)
	return stored
}

export function replay(c: Context, { status, body }: Stored): Response {
	c.header('Idempotency-Replayed', 'true')
	if (status === 204) return c.body(null, 204)
	return c.body(body, status as ContentfulStatusCode, { 'Content-Type': 'application/json' })
}

/** An entry older than this belongs to a request that was cut off before it could take itself out. */
const RUNNING_FOR_MS = 30_000
const running = new Map<string, number>()

/**
 * Makes POSTs repeatable under an `Idempotency-Key`: the first answer is kept with its effect by `commit()` and replayed to
 * the same body. Another body is 409, and so is a twin still running. Refusals are not kept: a retry is judged anew.
 * Signing in is left out, since its answers are credentials and are never stored.
 */
export const idempotency: MiddlewareHandler<App> = async (c, next) => {
	const key = c.req.header('Idempotency-Key')
	if (key === undefined || c.req.method !== 'POST' || c.req.path.startsWith('/v1/auth/')) return next()
	if (key.length < 1 || key.length > 255)
		throw invalid([{ path: 'Idempotency-Key', message: 'Must have 1 to 255 characters' }])
	const { pathname, search } = new URL(c.req.url)
	const call = {
		id: hash(c.var.principal?.id ?? c.var.client_address, c.var.principal?.org_id ?? '', pathname, key),
		fingerprint: hash(search, await bodyText(c)),
	}
	const stored = await findStored(c.var.db, call)
	if (stored) {
		requireSameRequest(stored, call)
		return replay(c, stored)
	}
	const since = running.get(call.id)
	if (since !== undefined && Date.now() - since < RUNNING_FOR_MS)
		throw conflict('A request with this idempotency key is still running', { reason: 'idempotency.in_progress' })
	remember(running, call.id, Date.now())
	c.set('idempotent_call', call)
	try {
		await next()
	} finally {
		running.delete(call.id)
	}
}

/** 409 when the key was first used for something else. */
export function requireSameRequest(stored: Pick<Stored, 'fingerprint'>, call: IdempotentCall) {
	if (stored.fingerprint !== call.fingerprint)
		throw conflict('This idempotency key was used with another request', { reason: 'idempotency.key_reused' })
}

const hash = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
