import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { newId, now } from '../../db/columns.ts'
import { insertFrom } from '../../db/insert-from.ts'
import { errorName, logError } from '../../http/log.ts'
import { systemContext } from '../../write/system.ts'
import { auditLogs } from '../../write/table.ts'
import { write } from '../../write/write.ts'
import { credentialReleases } from './table.ts'

/** A secret that an answer gives out. */
export interface Release {
	place: string
	/** Null for the platform. */
	owner: string | null
}

interface Told {
	/** The org that was asked for. */
	org_id: string
	kid: string
	given: Release[]
}

/** About 3 MB. An isolate that gives out more asks the database again whether they're told. */
const MOST_KEPT = 20_000

/** What this isolate told on `day`. */
let told = { day: '', releases: new Set<string>() }

/**
 * Tells the audit log, behind the answer, which secrets went out for which key: one row for each on a UTC day. It never fails the
 * answer. If the write is lost, the next answer tells them.
 */
export function tellReleases(c: Context<SignedIn>, { given, ...asked }: Told): void {
	const day = now().slice(0, 10)
	if (told.day !== day || told.releases.size > MOST_KEPT) told = { day, releases: new Set() }
	const nameOf = ({ place }: Release) => `${c.var.principal.id} ${asked.kid} ${place}`
	const untold = given.filter((one) => !told.releases.has(nameOf(one)))
	if (untold.length === 0) return
	const names = untold.map(nameOf)
	for (const name of names) told.releases.add(name)
	c.executionCtx.waitUntil(
		store(c, { ...asked, given: untold }, day).catch((error: unknown) => {
			for (const name of names) told.releases.delete(name)
			logError({ trace_id: c.var.trace_id, releases: untold.length, error: errorName(error) })
		}),
	)
}

async function store(c: Context<SignedIn>, { org_id, kid, given }: Told, day: string): Promise<void> {
	const { principal, trace_id, client_address } = c.var
	const work = systemContext(c.env)
	const { db } = work.var
	const rows = JSON.stringify(given.map((one) => ({ id: newId('aud'), ...one })))
	const place = sql<string>`r.value ->> 'place'`
	const owner = sql<string | null>`r.value ->> 'owner'`
	const row = { service_account_id: principal.id, kid, day, created_at: now(), place, org_id: owner }
	const each = sql`json_each(${rows}) AS r`
	const isNew = sql`NOT EXISTS (SELECT 1 FROM ${credentialReleases} AS t WHERE t.service_account_id = ${principal.id} AND t.place = ${place} AND t.kid = ${kid} AND t.day = ${day})`
	const audited = {
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
		audited: insertFrom(db, auditLogs, audited as never, sql`${each} WHERE ${isNew}`),
		told: insertFrom(db, credentialReleases, row, sql`${each} WHERE true`).onConflictDoNothing(),
	})
}
