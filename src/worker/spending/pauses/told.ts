import { type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import type { Followed } from '../../ground/write/following.ts'
import { auditStates } from '../../ground/write/table.ts'
import { statesOf } from '../../ground/write/undo.ts'
import { notifyPlatformAdmins } from '../../messages/notices/notify.ts'
import { pauses } from '../../traffic/pauses/table.ts'
import { emitAll } from '../../webhooks/events/emit.ts'
import { subjectName } from './named.ts'

// Who learns of a pause, however it was set or lifted: an org's endpoints of its own pauses, the platform admins of the
// platform's.

const FIELDS = ['scope', 'subject', 'reason', 'until', 'set_by_user_id', 'created_at', 'updated_at'] as const

const { before, after } = auditStates

/** The row as the change left it, or as it was. */
const state = sql`coalesce(${after}, ${before})`

const field = (name: (typeof FIELDS)[number]) => sql`(${state} ->> ${sql.raw(`'$.${name}'`)})`

const differs = (name: 'reason' | 'until' | 'created_at') =>
	sql`${before} ->> ${sql.raw(`'$.${name}'`)} IS NOT ${after} ->> ${sql.raw(`'$.${name}'`)}`

/** What follows FROM: the kept row of a change that somebody should learn of. A pause that is over no longer says anything. */
const changed = (audit_id: string) =>
	sql`${auditStates} WHERE ${statesOf(audit_id, pauses)} AND (${field('until')} IS NULL OR ${field('until')} > ${now()})
		AND (${differs('reason')} OR ${differs('until')} OR ${differs('created_at')})`

export function told({ var: { db } }: WorkContext, { audit_id, org_id }: Followed) {
	if (org_id === null) return [notice(db, audit_id, 'set'), notice(db, audit_id, 'lifted')]
	const pairs = sql.join(
		FIELDS.map((name) => sql`${sql.raw(`'${name}'`)}, ${field(name)}`),
		sql`, `,
	)
	return emitAll(db, {
		id: newId('evt'),
		org_id: sql`${org_id}`,
		type: sql`iif(${after} IS NULL, 'pause.lifted', 'pause.set')`,
		data: sql`json_object('org_id', ${org_id}, ${pairs})`,
		from: changed(audit_id),
	})
}

/** The notice to the platform admins, if the change set, or lifted, a pause. */
function notice(db: WorkContext['var']['db'], audit_id: string, verb: 'set' | 'lifted') {
	const isLifted: SQL = sql`${after} IS NULL`
	const [scope, subject, until] = [sql`said.scope`, sql`said.subject`, sql`said.until`]
	return notifyPlatformAdmins(db, {
		code: `pause_${verb}`,
		values: { scope, subject: sql`said.name`, reason: sql`said.reason`, until },
		about: { scope, subject, until },
		said: sql`(SELECT ${field('scope')} AS scope, ${field('subject')} AS subject, ${subjectName(field('scope'), field('subject'))} AS name,
			${field('reason')} AS reason, ${field('until')} AS until FROM ${changed(audit_id)} AND ${verb === 'lifted' ? isLifted : sql`NOT ${isLifted}`})`,
	})
}
