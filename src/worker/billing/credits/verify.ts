import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import type { Place } from '../../ground/write/place.ts'
import { hasStatementBudget } from '../../ground/write/system.ts'
import { write } from '../../ground/write/write.ts'
import { type Added, addedUpAfter, addedUpFrom, type Checkpoint } from './add-up.ts'
import type { Verification } from './schema.ts'
import { ledgerMarks } from './table.ts'

// Adds up the ledgers and compares them with the accounts. D1 serves nobody else during a read, so each read is short.

const ACCOUNTS = 2_000
const ENTRIES = 20_000
/** A mark moves after this many entries. Moving it in each run of the job would write a row for every org. */
const MARK_EVERY = 1_000

interface Options {
	/** Ignore the marks and read the ledgers whole. */
	from_start?: boolean
	/** The most entries that a statement reads. */
	entries?: number
	mark_every?: number
	/** The most accounts in one read. */
	accounts?: number
}

/** What an account says and what its ledger adds up to, in one view of the database. */
interface Account extends Checkpoint {
	balance: number
	entry_count: number
	/** Where reading began: the `seq` of the mark, or 0. */
	since: number
}

/** Compares accounts with their ledgers, from their marks on: those after `after`, as many as one invocation may. */
export async function verifyBalances(
	c: WorkContext,
	{ after = '', ...options }: Options & { after?: string | undefined } = {},
): Promise<z.infer<typeof Verification>> {
	const found: z.infer<typeof Verification> = { org_count: 0, differences: [], continue_after: null }
	for await (const { accounts, next } of everyAccount(c.var.db, after, options)) {
		found.org_count += accounts.length
		for (const { org_id, balance, ledger_sum, entry_count, ledger_count } of accounts.filter(differs))
			found.differences.push({ org_id, balance, ledger_sum, entry_count, ledger_count })
		found.continue_after = next
		if (!hasStatementBudget(c)) break
	}
	return found
}

/** Where the job's walk has got, and the first org that it found to differ. */
interface Walk {
	after: string
	differing: string | null
}

/**
 * The job: compares as well, from where it left off, and moves the marks. It fails on a difference until the end of the walk, and
 * its error names the first such org. Returns whether accounts are left.
 */
export async function verifyLedgers(c: WorkContext, place: Place, options: Options = {}): Promise<boolean> {
	const { mark_every = MARK_EVERY } = options
	const walk: Walk = place.at === null ? { after: '', differing: null } : (JSON.parse(place.at) as Walk)
	let left = false
	for await (const { accounts, next } of everyAccount(c.var.db, walk.after, options)) {
		walk.differing ??= accounts.find(differs)?.org_id ?? null
		const right = accounts.filter((account) => account.seq - account.since >= mark_every && isRight(account))
		const marked = right.length > 0 && moveMarks(c.var.db, right)
		const moved = place.move(next === null ? null : JSON.stringify({ ...walk, after: next }))
		if (marked || moved) await write(c, { marked, moved })
		left = next !== null
		if (!hasStatementBudget(c)) break
	}
	if (walk.differing !== null)
		throw Object.assign(new Error('An account differs from its ledger'), { name: `credits.differs:${walk.differing}` })
	return left
}

const differs = ({ balance, ledger_sum, entry_count, ledger_count }: Account) =>
	balance !== ledger_sum || entry_count !== ledger_count

/** A mark may only stand where no entry is missing before it. */
const isRight = (account: Account) => !differs(account) && account.seq === account.entry_count

const moveMarks = (db: Database['reader'], accounts: Account[]) =>
	insertFrom(
		db,
		ledgerMarks,
		{ org_id: sql`value ->> 'org_id'`, seq: sql`value ->> 'seq'`, ledger_sum: sql`value ->> 'ledger_sum'` },
		sql`json_each(${JSON.stringify(accounts)}) WHERE true`,
	).onConflictDoUpdate({
		target: ledgerMarks.org_id,
		set: { seq: sql`excluded.seq`, ledger_sum: sql`excluded.ledger_sum` },
	})

/** The accounts after `after` in the order of their ids, some at a time, with the org after which the next ones follow; null at the end. */
async function* everyAccount(
	db: Database['reader'],
	begin: string,
	{ from_start = false, entries = ENTRIES, accounts: most = ACCOUNTS }: Options,
): AsyncGenerator<{ accounts: Account[]; next: string | null }> {
	for (let after: string | null = begin; after !== null;) {
		const read: (Checkpoint & (Added | { added: null }))[] = await db.all(
			addedUpAfter(after, most, entries, from_start),
		)
		const accounts: Account[] = []
		for (const place of read) {
			const account = place.added === null ? await addUpAlone(db, place, entries) : plus(place, place, place.seq)
			// The mark itself could be wrong, so read the whole ledger before reporting a difference.
			const isDoubtful = differs(account) && account.since > 0
			accounts.push(isDoubtful ? await addUpAlone(db, startOf(account), entries) : account)
		}
		after = accounts.at(-1)?.org_id ?? null
		yield { accounts, next: after }
	}
}

const startOf = ({ org_id }: Checkpoint): Checkpoint => ({ org_id, seq: 0, ledger_sum: 0, ledger_count: 0 })

function plus(
	{ org_id, seq, ledger_sum, ledger_count }: Checkpoint,
	{ balance, entry_count, added }: Added,
	since: number,
) {
	const [rows, amount, count, last] = JSON.parse(added) as [number, number, number, number | null]
	const next: Checkpoint = {
		org_id,
		seq: last ?? seq,
		ledger_sum: ledger_sum + amount,
		ledger_count: ledger_count + count,
	}
	return { ...next, balance, entry_count, since, rows }
}

/**
 * Adds up one ledger in several reads. Entries written meanwhile are at the end, and the last read sees them together with the
 * account. If compaction passes a checkpoint between two reads, amounts have moved behind it: then it starts again.
 */
async function addUpAlone(db: Database['reader'], begin: Checkpoint, entries: number): Promise<Account> {
	for (let [since, place] = [begin.seq, begin]; ;) {
		const read = await db.get<Added & { holds: number }>(addedUpFrom(place, entries))
		const next = plus(place, read, since)
		if (!read.holds) [since, place] = [0, startOf(begin)]
		else if (next.rows < entries) return next
		else place = next
	}
}
