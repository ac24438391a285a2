import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { insertFrom } from '../../db/insert-from.ts'
import { write } from '../../write/write.ts'
import { type Added, addedUpAfter, addedUpFrom, type Place } from './add-up.ts'
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
}

/** What an account says and what its ledger adds up to, in one view of the database. */
interface Account extends Place {
	balance: number
	entry_count: number
	/** Where reading began: the `seq` of the mark, or 0. */
	since: number
}

/** Compares every account with its ledger, from its mark on. */
export async function verifyBalances(
	db: Database['reader'],
	options: Options = {},
): Promise<z.infer<typeof Verification>> {
	const found: z.infer<typeof Verification> = { org_count: 0, differences: [] }
	for await (const accounts of everyAccount(db, options)) {
		found.org_count += accounts.length
		for (const { org_id, balance, ledger_sum, entry_count, ledger_count } of accounts.filter(differs))
			found.differences.push({ org_id, balance, ledger_sum, entry_count, ledger_count })
	}
	return found
}

/** The job: compares as well, and moves the marks. It fails on a difference, and its error names the first such org. */
export async function verifyLedgers(c: WorkContext, options: Options = {}): Promise<void> {
	const { mark_every = MARK_EVERY } = options
	const differing: string[] = []
	for await (const accounts of everyAccount(c.var.db, options)) {
		differing.push(...accounts.filter(differs).map(({ org_id }) => org_id))
		const right = accounts.filter((account) => account.seq - account.since >= mark_every && isRight(account))
		if (right.length > 0) await write(c, { marked: moveMarks(c.var.db, right) })
	}
	if (differing.length > 0)
		throw Object.assign(new Error(`${differing.length} accounts differ from their ledgers`), {
			name: `credits.differs:${differing[0]}`,
		})
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

/** All accounts in the order of their ids, some at a time. */
async function* everyAccount(
	db: Database['reader'],
	{ from_start = false, entries = ENTRIES }: Options,
): AsyncGenerator<Account[]> {
	for (let after: string | undefined = ''; after !== undefined;) {
		const read: (Place & (Added | { added: null }))[] = await db.all(addedUpAfter(after, ACCOUNTS, entries, from_start))
		const accounts: Account[] = []
		for (const place of read) {
			const account = place.added === null ? await addUpAlone(db, place, entries) : plus(place, place, place.seq)
			// The mark itself could be wrong, so read the whole ledger before reporting a difference.
			const isDoubtful = differs(account) && account.since > 0
			accounts.push(isDoubtful ? await addUpAlone(db, startOf(account), entries) : account)
		}
		if (accounts.length > 0) yield accounts
		after = accounts.at(-1)?.org_id
	}
}

const startOf = ({ org_id }: Place): Place => ({ org_id, seq: 0, ledger_sum: 0, ledger_count: 0 })

function plus({ org_id, seq, ledger_sum, ledger_count }: Place, { balance, entry_count, added }: Added, since: number) {
	const [rows, amount, count, last] = JSON.parse(added) as [number, number, number, number | null]
	const next: Place = { org_id, seq: last ?? seq, ledger_sum: ledger_sum + amount, ledger_count: ledger_count + count }
	return { ...next, balance, entry_count, since, rows }
}

/**
 * Adds up one ledger in several reads. Entries written meanwhile are at the end, and the last read sees them together with the
 * account. If compaction passes a checkpoint between two reads, amounts have moved behind it: then it starts again.
 */
async function addUpAlone(db: Database['reader'], begin: Place, entries: number): Promise<Account> {
	for (let [since, place] = [begin.seq, begin]; ;) {
		const read = await db.get<Added & { holds: number }>(addedUpFrom(place, entries))
		const next = plus(place, read, since)
		if (!read.holds) [since, place] = [0, startOf(begin)]
		else if (next.rows < entries) return next
		else place = next
	}
}
