import { sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { admits, compiledOnce } from '../../ground/networks/rules.ts'
import type { Gateway, IpRules } from '../../principal.ts'
import { requestInfoOfEntry, type KeptEntry } from '../access-log/entry.ts'
import { assess } from '../callers/assess.ts'
import { isTooRisky } from '../callers/risk.ts'

// Shows what a configuration would change, before an operator sets it. Assesses the recent access log again, under the present
// and the proposed configuration, both with today's IP rules. So the difference is what the change alone does.

/** Paths that the middleware assesses. */
const JUDGED = /^\/(?:v1|ofrep)(?:\/|$)/
const MAX_USERS = 100
/** Orgs whose rules are kept from one page of the log to the next. */
const MAX_ORGS = 1_000

/** What the proposed configuration refuses of one user. */
interface Hits {
	refused: number
	newly_refused: number
	last_at: string
}

const NO_HITS = { refused: 0, newly_refused: 0 }

interface Gateways {
	present: Gateway
	proposed: Gateway
}

/** Assesses the log again. `log` yields its pages, newest first. One D1 call for each page with new orgs, and one for names. */
export async function rehearse(
	db: Database['reader'],
	{ present, proposed }: Gateways,
	log: AsyncIterable<KeptEntry[]>,
) {
	const refused_by = { 'ip.blocked': 0, 'risk.rejected': 0 }
	const tally = {
		judged: 0,
		newly_refused: 0,
		newly_admitted: 0,
		refused_by_both: 0,
		anonymous: { refused: 0, newly_refused: 0 },
		from: null as string | null,
		to: null as string | null,
	}
	const users = new Map<string, Hits>()
	const rules = new Map<string, IpRules | null>()
	for await (const page of log) {
		const entries = page.filter(({ path, is_exempt }) => JUDGED.test(path) && !is_exempt)
		await readRules(db, entries, rules)
		for (const entry of entries) {
			const { timestamp, user_id } = entry
			tally.judged += 1
			tally.to ??= timestamp
			tally.from = timestamp
			const isRefused = simulatedRefusal(present, entry, rules) !== undefined
			const reason = simulatedRefusal(proposed, entry, rules)
			if (isRefused && !reason) tally.newly_admitted += 1
			if (!reason) continue
			refused_by[reason] += 1
			tally[isRefused ? 'refused_by_both' : 'newly_refused'] += 1
			const hits = user_id === null ? tally.anonymous : (users.get(user_id) ?? { ...NO_HITS, last_at: timestamp })
			hits.refused += 1
			if (!isRefused) hits.newly_refused += 1
			if (user_id !== null) users.set(user_id, hits as Hits)
		}
	}
	const refused = refused_by['ip.blocked'] + refused_by['risk.rejected']
	return { ...tally, refused, refused_by, users: await worstHit(db, users) }
}

/** The `details.reason` that the middleware would refuse an entry with. IP rules go first, as in the middleware. */
function simulatedRefusal(gateway: Gateway, entry: KeptEntry, rules: ReadonlyMap<string, IpRules | null>) {
	const { identity_type, org_id } = entry
	const assessment = assess(gateway, requestInfoOfEntry(entry), identity_type === 'anonymous')
	const ipRules = org_id === null ? null : rules.get(org_id)
	if (ipRules && !admits(ipRules, assessment.client_address)) return 'ip.blocked'
	return isTooRisky(gateway, assessment) ? 'risk.rejected' : undefined
}

/** Adds the rules of every org in the entries to `rules`: null for an org that has none. */
async function readRules(db: Database['reader'], entries: KeptEntry[], rules: Map<string, IpRules | null>) {
	if (rules.size > MAX_ORGS) rules.clear()
	const unread = new Set(entries.flatMap(({ org_id }) => (org_id === null || rules.has(org_id) ? [] : [org_id])))
	if (unread.size === 0) return
	for (const org_id of unread) rules.set(org_id, null)
	const rows = await db.all<{ id: string; ip_rules: string }>(
		sql`SELECT o.id, o.ip_rules FROM json_each(${JSON.stringify([...unread])}) j JOIN orgs o ON o.id = j.value WHERE o.ip_rules IS NOT NULL`,
	)
	for (const { id, ip_rules } of rows) rules.set(id, compiledOnce(ip_rules))
}

/** The users with the most new refusals, then with the most refusals, and their names. */
async function worstHit(db: Database['reader'], users: Map<string, Hits>) {
	const worst = [...users]
		.sort(([, a], [, b]) => b.newly_refused - a.newly_refused || b.refused - a.refused)
		.slice(0, MAX_USERS)
	if (worst.length === 0) return []
	const ids = JSON.stringify(worst.map(([user_id]) => user_id))
	const rows = await db.all<{ id: string; username: string; login: string }>(
		sql`SELECT u.id, u.username, u.login FROM json_each(${ids}) j JOIN users u ON u.id = j.value`,
	)
	const names = new Map(rows.map((row) => [row.id, row]))
	return worst.map(([user_id, hit]) => {
		const { username = null, login = null } = names.get(user_id) ?? {}
		return { user_id, username, login, ...hit }
	})
}
