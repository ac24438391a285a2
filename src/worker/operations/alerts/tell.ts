import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow, newId, now } from '../../ground/db/columns.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import type { Retention } from '../../ground/write/retention.ts'
import { tryWrite } from '../../ground/write/write.ts'
import { notifyPlatformAdmins } from '../../messages/notices/notify.ts'
import { ALERTS_ORG } from '../../providers/config-entries/rules.ts'
import { emit } from '../../webhooks/events/emit.ts'
import type { OpenAlert } from '../vitals/read.ts'
import type { Finding } from './rules.ts'
import { alerts } from './table.ts'
import { titleOf } from './texts.ts'

export const RETENTION: Retention[] = [{ table: alerts, expired: () => lt(alerts.ended_at, fromNow(-30 * DAY_MS)) }]

/** The org whose endpoints get the alerts; NULL if the configuration names none, or one that doesn't exist or is deleted. */
const ALERT_ORG = sql`(SELECT o.id FROM config_entries e JOIN orgs o ON o.id = e.value AND o.deleted_at IS NULL WHERE e.key = ${ALERTS_ORG})`

interface Told extends Omit<OpenAlert, 'id'> {
	alert_id: string
	status: 'open' | 'ended'
	ended_at: string | null
}

/** The statements that tell people of a change, if this very batch made it. */
function tellings({ var: { db } }: WorkContext, { values, ...told }: Told, isOurs: ReturnType<typeof exists>) {
	return {
		event: emit(db, {
			org_id: ALERT_ORG,
			type: 'platform.alert',
			data: { ...told },
			when: sql`${isOurs} AND ${ALERT_ORG} IS NOT NULL`,
		}),
		notice: notifyPlatformAdmins(db, {
			code: told.status === 'open' ? 'alert_opened' : 'alert_ended',
			values: { name: told.name, title: titleOf(told.name), message: told.message, values },
			about: { ...told },
			when: isOurs,
		}),
	}
}

/** Opens an alert and tells people, in one batch. When a concurrent tick has opened it, nothing happens. */
export async function openAlert(c: WorkContext, { name, message, values }: Finding): Promise<void> {
	const row = { id: newId('alt'), name, message, values, opened_at: now() }
	const isOurs = exists(alerts, sql`id = ${row.id}`)
	const told: Told = {
		alert_id: row.id,
		name,
		status: 'open',
		message,
		values,
		opened_at: row.opened_at,
		ended_at: null,
	}
	await tryWrite(c, {
		opened: c.var.db
			.insert(alerts)
			.values({ ...row, mail_at: row.opened_at })
			.onConflictDoNothing(),
		...tellings(c, told, isOurs),
	})
}

/** Ends an alert and tells people, in one batch. When a concurrent tick has ended it, nothing happens. */
export async function endAlert(c: WorkContext, { id, name, message, values, opened_at }: OpenAlert): Promise<void> {
	const [ended_at, ended_by] = [now(), crypto.randomUUID()]
	const isOurs = exists(alerts, allOf(eq(alerts.id, id), eq(alerts.ended_by, ended_by)))
	await tryWrite(c, {
		ended: c.var.db
			.update(alerts)
			.set({ ended_at, ended_by, mail_at: ended_at })
			.where(and(eq(alerts.id, id), isNull(alerts.ended_at))),
		...tellings(c, { alert_id: id, name, status: 'ended', message, values, opened_at, ended_at }, isOurs),
	})
}
