import { and, asc, desc, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow, now, PLATFORM } from '../../ground/db/columns.ts'
import { nextRows, type Place } from '../../ground/write/place.ts'
import { write } from '../../ground/write/write.ts'
import { isReachable, logMailFailure, mailEach, type Mailer, mailerOf } from '../../messages/email/mailer.ts'
import { quoted } from '../../messages/email/message.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { platformAdmins, users } from '../../tenancy/users/table.ts'
import { subjectName } from '../pauses/named.ts'
import { budgetAlerts, budgets } from './table.ts'

/** What one tick mails: so many alerts, of each org to so many people. */
const ALERTS = 20
const PEOPLE = 10

/** A mail that nobody's server accepts is tried every minute for so long. */
const TRIED_MS = DAY_MS

/**
 * The job: mails new alerts to the owners and admins of their org, and those of the platform's budgets to the platform admins too.
 * Each person gets one mail for all alerts of a tick. It's killed between a mail and its mark at worst, and then the mail comes
 * twice. Returns whether alerts are left.
 */
export async function mailBudgetAlerts(c: WorkContext, place: Place): Promise<boolean> {
	const alerts = await unmailed(c, place)
	if (alerts.length === 0) return false
	try {
		const mailer = await mailerOf(c)
		const failed = mailer ? await sendAll(c, mailer, alerts) : new Set<string>()
		const isDone = ({ org_id, created_at }: Alert) => !failed.has(org_id) || created_at < fromNow(-TRIED_MS)
		await mark(c, alerts.filter(isDone))
		return failed.size === 0 && alerts.length === ALERTS
	} catch (error) {
		logMailFailure(error)
		return false
	}
}

type Alert = Awaited<ReturnType<typeof unmailed>>[number]

const { budget_id, window_start, org_id: of_org, subject, percent, created_at: at } = budgetAlerts
const KEY = [at, budget_id, window_start, of_org, subject, percent]

const unmailed = (c: WorkContext, place: Place) =>
	nextRows(c, place, KEY, ALERTS, (isNext) =>
		c.var.db
			.select({
				...getTableColumns(budgetAlerts),
				budget: budgets,
				org: subjectName(sql`'org'`, sql`${of_org}`).as('org'),
				whom: subjectName(sql`${budgets.scope}`, sql`${subject}`).as('whom'),
			})
			.from(budgetAlerts)
			.innerJoin(budgets, eq(budgets.id, budget_id))
			.where(and(isNull(budgetAlerts.mailed_at), isNext)),
	)

/** Mails the alerts. Returns the orgs of which no one's mail was accepted, although there is someone. */
async function sendAll(c: WorkContext, mailer: Mailer, alerts: Alert[]): Promise<Set<string>> {
	const failed = new Set<string>()
	for (const [org_id, own] of Map.groupBy(alerts, (alert) => alert.org_id)) {
		const ofPlatform = own.some(({ budget }) => budget.owner === PLATFORM)
		// oxlint-disable-next-line no-await-in-loop -- one org after another keeps few connections open
		const to = await recipients(c, org_id, ofPlatform)
		const mails = to.map(({ email, is_member }) => ({
			to: email,
			text: textOf(is_member ? own : own.filter(({ budget }) => budget.owner === PLATFORM)),
		}))
		// oxlint-disable-next-line no-await-in-loop -- see above
		const sent = await mailEach(mailer, mails)
		if (sent.length > 0 && !sent.includes(true)) failed.add(org_id)
	}
	return failed
}

/** The owners and admins of an org that isn't deleted, with a verified address, and after them the platform admins if one of its budgets is the platform's. */
function recipients({ var: { db } }: WorkContext, org_id: string, ofPlatform: boolean) {
	const members = db
		.select({ id: memberships.user_id })
		.from(memberships)
		.where(
			and(eq(memberships.org_id, org_id), inArray(memberships.role, ['owner', 'admin']), isOrgOpen(memberships.org_id)),
		)
	const admins = db.select({ id: platformAdmins.user_id }).from(platformAdmins)
	const isMember = inArray(users.id, members)
	return db
		.select({ email: users.email, is_member: sql<number>`${isMember}`.as('is_member') })
		.from(users)
		.where(and(ofPlatform ? or(isMember, inArray(users.id, admins)) : isMember, isReachable()))
		.orderBy(desc(isMember), asc(users.seq))
		.limit(PEOPLE)
}

const counted = (count: number) => count.toLocaleString('en')

function textOf(alerts: Alert[]) {
	const lines = alerts.map(({ percent: reached, used, held, budget: { name, scope, limit, unit }, org, whom }) => {
		const what = reached === 0 ? 'has refused a run' : `has reached ${reached} %`
		const of = scope === 'org' ? '' : `, ${scope === 'api_key' ? 'API key' : scope} ${quoted(whom)}`
		return `${quoted(name)} ${what}: ${counted(used + held)} of ${counted(limit)} ${unit} (org ${quoted(org)}${of}).`
	})
	const names = [...new Set(alerts.map(({ budget }) => budget.name))].join(', ')
	return { subject: `Budget alert: ${names}`.slice(0, 200), text: lines.join('\n\n') }
}

function mark(c: WorkContext, alerts: Alert[]) {
	const keys = alerts.map((alert) => [alert.budget_id, alert.window_start, alert.org_id, alert.subject, alert.percent])
	return write(c, {
		done: c.var.db
			.update(budgetAlerts)
			.set({ mailed_at: now() })
			.where(
				sql`(${budget_id}, ${window_start}, ${of_org}, ${subject}, ${percent}) IN (SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(${JSON.stringify(keys)}))`,
			),
	})
}
