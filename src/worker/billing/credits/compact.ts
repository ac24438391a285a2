import { and, eq, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { bucketOf } from '../../ground/bucket/bucket.ts'
import { hotSince, mayMove, noBackupRuns } from '../../ground/bucket/hot.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { eachOf } from '../../ground/write/each.ts'
import { ensure, ensureChanged } from '../../ground/write/guards.ts'
import { keepPlace, type Place } from '../../ground/write/place.ts'
import { hasStatementBudget } from '../../ground/write/system.ts'
import { tryWrite } from '../../ground/write/write.ts'
import { compactable, entriesAfter } from './add-up.ts'
import { creditAccounts, ledgerFolds } from './table.ts'

// Each run has an entry of consumption. Once the runs are archived, nobody needs them one by one, so the job compacts them to
// one entry for each org and day. Two, if an entry of another type lies between: its balance must stay true.

/** Accounts in one read, and entries in one batch. */
const ACCOUNTS = 2_000
const ENTRIES = 2_000
/** How long one tick works. A backlog takes several ticks. */
const TICK_MS = 20_000

interface Account {
	org_id: string
	folded_through: number
	is_due: number | null
}

/**
 * The job: compacts consumption that is older than `RUNS_HOT_DAYS`, from where it left off. Without a bucket runs aren't archived,
 * and entries stay as well. Returns whether it stopped early.
 */
export async function compactLedger(c: WorkContext, place: Place, accounts = ACCOUNTS): Promise<boolean> {
	if (!bucketOf(c.env)) return false
	if (!(await mayMove(c))) return true
	const before = hotSince(c.env)
	const until = Date.now() + TICK_MS
	const mayContinue = () => Date.now() <= until && hasStatementBudget(c)
	let left: Account | undefined
	let isBehind = true
	const due = async function* () {
		for (let after = place.at ?? ''; ;) {
			const read: Account[] = await c.var.db.all<Account>(compactable(after, before, accounts))
			for (const account of read) {
				if (account.is_due) {
					yield account
					// The account that it stopped in comes first at the next tick.
					if (!mayContinue()) return keepPlace(c, place, left ? after : account.org_id)
				}
				after = account.org_id
			}
			isBehind = read.length === accounts
			await keepPlace(c, place, isBehind ? after : null)
			if (!isBehind || !mayContinue()) return undefined
		}
	}
	await eachOf(c, due(), 'org_id', async (account) => {
		left = undefined
		let next: Account | undefined = account
		do next = await compactSome(c, next, before)
		while (next && mayContinue())
		left = next
	})
	return isBehind
}

interface Stretch {
	first_seq: number
	last_seq: number
	day: string
	entries: number
}

/** Compacts the next entries of an org. Returns where to continue; undefined if nothing is left or another tick was faster. */
async function compactSome(c: WorkContext, account: Account, before: string): Promise<Account | undefined> {
	const { db } = c.var
	const { org_id, folded_through } = account
	const read = await entriesAfter(db, org_id, folded_through, ENTRIES)
	// Times can be out of order by seconds. Whatever follows the first young entry waits for the next day.
	const young = read.findIndex(({ created_at }) => created_at >= before)
	const entries = young === -1 ? read : read.slice(0, young)
	if (entries.length === 0) return undefined
	const stretches: Stretch[] = []
	let open: Stretch | undefined
	for (const { seq, type, created_at } of entries) {
		const day = created_at.slice(0, 10)
		if (type !== 'consumption') open = undefined
		else if (open?.day === day) Object.assign(open, { last_seq: seq, entries: open.entries + 1 })
		else stretches.push((open = { first_seq: seq, last_seq: seq, day, entries: 1 }))
	}
	const more = entries.length === ENTRIES
	// The next batch may continue the day that this one ends with.
	const last = entries.at(-1)?.seq ?? 0
	const through = more && open ? open.last_seq - 1 : last
	const json = JSON.stringify(stretches.filter((stretch) => stretch.entries > 1))
	const compacted = await tryWrite(c, {
		allowed: ensure(c, noBackupRuns),
		moved: db
			.update(creditAccounts)
			.set({ folded_through: through })
			.where(and(eq(creditAccounts.org_id, org_id), eq(creditAccounts.folded_through, folded_through))),
		first: ensureChanged(c),
		compacted: insertFrom(
			db,
			ledgerFolds,
			{
				org_id,
				first_seq: sql`value ->> 'first_seq'`,
				last_seq: sql`value ->> 'last_seq'`,
				day: sql`value ->> 'day'`,
			},
			sql`json_each(${json})`,
		),
	})
	return compacted && more ? { ...account, folded_through: through } : undefined
}
