import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { systemContext } from '../../ground/write/system.ts'
import { auditLogs } from '../../ground/write/table.ts'
import { write } from '../../ground/write/write.ts'
import { onForget } from '../../isolate.ts'
import { credentialReleases } from './table.ts'

export interface Release {
	place: string
	/** Null for the platform. */
	owner: string | null
}

interface Answered {
	/** The org that was asked for. */
	org_id: string
	kid: string
	given: Release[]
}

/** About 3 MB. An isolate that gives out more asks the database again whether they're audited. */
const MOST_KEPT = 20_000

/** What this isolate audited on `day`. */
let audited = { day: '', releases: new Set<string>() }
onForget(() => (audited = { day: '', releases: new Set() }))

/**
 * Audits, after the response, which secrets went out for which key: one row for each on a UTC day. It never fails the response.
 * If the write is lost, the next response audits them.
 */
export function auditReleases(c: Context<SignedIn>, { given, ...asked }: Answered): void {
	const day = now().slice(0, 10)
	if (audited.day !== day || audited.releases.size > MOST_KEPT) audited = { day, releases: new Set() }
	const nameOf = ({ place }: Release) => `${c.var.principal.id} ${asked.kid} ${place}`
	const fresh = given.filter((one) => !audited.releases.has(nameOf(one)))
	if (fresh.length === 0) return
	const names = fresh.map(nameOf)
	for (const name of names) audited.releases.add(name)
	c.executionCtx.waitUntil(
		store(c, { ...asked, given: fresh }, day).catch((error: unknown) => {
			for (const name of names) audited.releases.delete(name)
			logError({ trace_id: c.var.trace_id, releases: fresh.length, error: errorName(error) })
		}),
	)
}

async function store(c: Context<SignedIn>, { org_id, kid, given }: Answered, day: string): Promise<void> {
	const { principal, trace_id, client_address } = c.var
	const work = systemContext(c.env)
	const { db } = work.var
	const rows = JSON.stringify(given.map((one) => ({ id: newId('aud'), ...one })))
	const place = sql<string>`r.value ->> 'place'`
	const owner = sql<string | null>`r.value ->> 'owner'`
	const row = { service_account_id: principal.id, kid, day, created_at: now(), place, org_id: owner }
	const each = sql`json_each(${rows}) AS r`
	const isNew = sql`NOT EXISTS (SELECT 1 FROM ${credentialReleases} AS t WHERE t.service_account_id = ${principal.id} AND t.place = ${place} AND t.kid = ${kid} AND t.day = ${day})`
	const auditRow = {
		id: sql<string>`r.value ->> 'id'`,
		action: 'secrets.release',
		actor_user_id: principal.user_id,
		actor_api_key_id: principal.api_key_id,
		actor_service_account_id: principal.service_account_id,
		org_id: owner,
		target_type: 'secrets',
		target_id: place,
		after: sql`json_object('kid', ${kid}, 'org_id', ${org_id})`,
		client_address,
		trace_id,
		created_at: now(),
	}
	await write(work, {
		audit: insertFrom(db, auditLogs, auditRow as never, sql`${each} WHERE ${isNew}`),
		release: insertFrom(db, credentialReleases, row, sql`${each} WHERE true`).onConflictDoNothing(),
	})
}
