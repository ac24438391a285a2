import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow, now } from '../../ground/db/columns.ts'
import { publicUrlOf } from '../../ground/http/public-url.ts'
import { write } from '../../ground/write/write.ts'
import { isReachable, logMailFailure, mailEach, type Mailer, mailerOf } from '../../messages/email/mailer.ts'
import { type MailText, quoted, utc } from '../../messages/email/message.ts'
import { users } from '../../tenancy/users/table.ts'
import { subjectName } from '../pauses/named.ts'
import { callOf, decides, runOf } from './deciders.ts'
import { isOpenAt } from './state.ts'
import { requests } from './table.ts'

/** A request is mailed to so many people. */
const PEOPLE = 10

/** A mail that nobody's server accepts is tried every minute for so long. */
const TRIED_MS = DAY_MS

const { id, owner, org_id, kind, reason, spend, change, created_at, expires_at, mailed_at } = requests
const u = alias(users, 'u')

/** Mails the requests that a tick took at this time, if they're still open: one mail for each person. What nobody got is mailed again. */
export async function mailRequests(c: WorkContext, at: string): Promise<void> {
	const missed = await missedBy(c, at)
	if (missed?.length === 0) return
	const isMissed = missed && inArray(id, missed)
	const again = c.var.db
		.update(requests)
		.set({ mailed_at: null })
		.where(and(eq(mailed_at, at), isMissed, sql`${created_at} > ${fromNow(-TRIED_MS)}`))
	await write(c, { again })
}

/** The requests of which no mail was accepted, although there is someone to mail. Undefined is all of them. */
async function missedBy(c: WorkContext, at: string): Promise<string[] | undefined> {
	try {
		const mailer = await mailerOf(c)
		return mailer ? await sendAll(c, mailer, at) : []
	} catch (error) {
		logMailFailure(error)
		return undefined
	}
}

async function sendAll(c: WorkContext, mailer: Mailer, at: string) {
	const found = await toMail(c, at)
	const people = [...Map.groupBy(found, ({ user_id }) => user_id).entries()]
	const wasAccepted = await mailEach(
		mailer,
		people.map(([user_id, own]) => ({
			to: own[0]?.email ?? '',
			text: textOf(c.env, own),
			id: `${Date.parse(at)}.${user_id}`,
		})),
	)
	const reached = new Set(people.flatMap(([, own], index) => (wasAccepted[index] ? own.map((one) => one.id) : [])))
	return [...new Set(found.map((one) => one.id))].filter((one) => !reached.has(one))
}

/** Each request with each of the people who decide it. */
async function toMail({ var: { db } }: WorkContext, at: string) {
	const found = await db
		.select({
			id,
			reason,
			spend,
			change,
			expires_at,
			org: subjectName(sql`'org'`, sql`${org_id}`).as('org'),
			user_id: u.id,
			email: u.email,
			nth: sql<number>`row_number() OVER (PARTITION BY ${id} ORDER BY u.seq)`.as('nth'),
		})
		.from(requests)
		.innerJoin(u, decides({ owner: sql`${owner}`, kind: sql`${kind}` }))
		.where(and(eq(mailed_at, at), isOpenAt(now()), isReachable(u)))
		.orderBy(asc(id))
	return found.filter(({ nth }) => nth <= PEOPLE)
}

type Found = Awaited<ReturnType<typeof toMail>>[number]

function textOf(env: Env, found: Found[]): MailText {
	const lines = found.map((one) => {
		const what = one.spend
			? `A run asks for more: ${quoted(runOf(one))}. It says: ${quoted(one.reason ?? '')}`
			: `A key proposes: ${quoted(callOf(one))}`
		return `${what}\nOrg ${quoted(one.org)}. Open until ${utc(one.expires_at)}.`
	})
	const [subject, them] = found.length === 1 ? ['A request waits', 'it'] : [`${found.length} requests wait`, 'them']
	const address = publicUrlOf(env)
	const where = address === undefined ? [] : [`Grant or decline ${them}: ${address}/console/requests`]
	return { subject: `${subject} for your decision`, text: [...lines, ...where].join('\n\n') }
}
