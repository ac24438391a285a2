import { sql } from 'drizzle-orm'
import type { Caller, WorkContext } from '../../context.ts'
import { changing } from '../../ground/db/changing.ts'
import { now, orgIdOf, PLATFORM } from '../../ground/db/columns.ts'
import { exists } from '../../ground/db/state.ts'
import { notFound } from '../../ground/http/errors.ts'
import type { VerbOf } from '../../ground/write/actions.ts'
import { ensure, ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { isOpen, openOrg } from '../../tenancy/orgs/access.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { pauses } from '../../traffic/pauses/table.ts'
import { matchesOf, selectCandidates } from './matches.ts'
import { isLive, liveRowOf, type Named, rowOf } from './named.ts'
import { revertiblePauses, roomForPauses } from './revertible.ts'

/**
 * Pauses, or changes the reason and the end of a pause. A pause that is over counts as none. Throws 404 for an unknown org, and
 * 409 when the org has too many.
 */
export async function setPause(c: Caller, pause: Named, wanted: { reason: string; until?: string | null | undefined }) {
	const { db, principal } = c.var
	const at = now()
	const given = { reason: wanted.reason, until: wanted.until ?? null }
	const along = { set_by_user_id: actorOf(principal), updated_at: at }
	const org_id = pause.owner === PLATFORM ? (pause.scope === 'org' ? pause.subject : undefined) : pause.owner
	const isNew = sql`(NOT ${exists(pauses, rowOf(pause))})`
	const { before, stored, candidates } = await write(
		c,
		{
			org: org_id !== undefined && ensureExists(c, orgs, isOpen(org_id)),
			room: pause.owner !== PLATFORM && ensure(c, roomForPauses.holds(pause.owner, isNew)),
			before: db.select({ reason: pauses.reason }).from(pauses).where(liveRowOf(pause)),
			stored: db
				.insert(pauses)
				.values({ ...pause, ...given, ...along, created_at: at })
				.onConflictDoUpdate({
					target: [pauses.owner, pauses.scope, pauses.subject],
					set: {
						...changing(pauses, given, along, sql`NOT (${isLive(at)})`),
						created_at: sql`iif(${isLive(at)}, ${pauses.created_at}, ${at})`,
					},
				})
				.returning(),
			candidates: selectCandidates(c, pause),
		},
		{ audit: auditOf('set', pause), otherwise: () => settingRefusal(c, org_id) },
	)
	const matches = matchesOf(c.env, pause, candidates)
	if (matches === 0) c.var.dry_run?.effects.push({ code: 'pause_matches_nothing', values: { subject: pause.subject } })
	return { stored: stored[0], isNew: before.length === 0, matches }
}

/** Lifts a pause. Throws 404 when there is none, or when it's over. */
export async function liftPause(c: WorkContext, pause: Named): Promise<void> {
	const lifted = c.var.db.delete(pauses).where(liveRowOf(pause))
	await write(c, { lifted, found: ensureChanged(c) }, { audit: auditOf('lift', pause), otherwise: notFound('Pause') })
}

const auditOf = (verb: VerbOf<'pauses'>, pause: Named) => ({
	action: `pauses.${verb}` as const,
	target: pauses,
	target_id: `${pause.scope}:${pause.subject}`,
	where: rowOf(pause),
	org_id: orgIdOf(pause.owner),
	undo: [{ table: pauses, where: rowOf(pause) }],
	kinds: [{ kind: revertiblePauses }],
})

async function settingRefusal(c: WorkContext, org_id: string | undefined) {
	if (org_id === undefined) return roomForPauses.refusal()
	const [org] = await openOrg(c.var.db, { org_id })
	return org ? roomForPauses.refusal() : notFound('Org')
}
