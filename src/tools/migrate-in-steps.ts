import type { Client } from '../worker/operations/backups/derive.ts'
import { Failure } from './failure.ts'
import { type Fill, PLACES, RECORDS, type Step, stepsOf } from './large-migrations.ts'

/** How many rows one statement fills. 20,000 users took 19 seconds on a machine with a load of 12, and D1 allows 30. */
const FILLED_AT_ONCE = 5_000

/** A call to the database, once it has ended. */
export interface Call {
	file: string
	step: number
	of: number
	/** How many rows a fill has covered, and how many there are. */
	rows?: { done: number; of: number }
	ms: number
}

interface Work {
	db: Client
	file: string
	onCall: (call: Call) => void
	filled_at_once: number
}

/**
 * Applies the migrations that the database lacks, step by step, and records each as `wrangler d1 migrations apply` does. Every step
 * is one batch that also moves the place, so it can be killed anywhere and started again. Returns the names.
 */
export async function migrateInSteps(
	db: Client,
	files: ReadonlyMap<string, string>,
	{ onCall = () => undefined, filled_at_once = FILLED_AT_ONCE }: Partial<Pick<Work, 'onCall' | 'filled_at_once'>> = {},
): Promise<string[]> {
	await db.batch([
		db.prepare(RECORDS),
		db.prepare(`CREATE TABLE IF NOT EXISTS ${PLACES} (name TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID`),
	])
	const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
	const applied = new Set(results.map(({ name }) => name))
	const restoring = [...applied].find((name) => name.startsWith('restore of '))
	if (restoring !== undefined) throw new Failure(`The ${restoring}. Let it end before you migrate the database.`)
	const missing = [...files].filter(([name]) => !applied.has(name))
	for (const [file, text] of missing) {
		const steps: Step[] = [...stepsOf(file, text), { batch: [`INSERT INTO d1_migrations (name) VALUES ('${file}')`] }]
		await applySteps({ db, file, onCall, filled_at_once }, steps)
	}
	await db.prepare(`DROP TABLE ${PLACES}`).run()
	return missing.map(([name]) => name)
}

async function applySteps(work: Work, steps: Step[]) {
	const { db, file, onCall } = work
	await begin(db, file)
	for (let step = await placeOf(db, file); step < steps.length; step = await placeOf(db, file)) {
		const [one, at] = [steps[step] as Step, { step: step + 1, of: steps.length }]
		const onward = { name: file, from: step, to: step + 1 }
		if ('fill' in one) await fillAll(work, one.fill, onward, at)
		else {
			const statements = one.batch.map((text) => db.prepare(text))
			onCall({ file, ...at, ms: await moving(db, [onward], statements) })
		}
	}
}

interface Move {
	name: string
	from: number
	to: number
}

/** Goes through the rows that there are. One that's added meanwhile is left to a trigger, or to the last step. */
async function fillAll(
	{ db, file, onCall, filled_at_once }: Work,
	{ name, table, statement }: Fill,
	onward: Move,
	at: { step: number; of: number },
) {
	await begin(db, name)
	const last = (await db.prepare(`SELECT max(seq) AS seq FROM ${table}`).first<{ seq: number | null }>())?.seq ?? 0
	for (let from = await placeOf(db, name), to = from; ; from = to) {
		to = Math.min(from + filled_at_once, last)
		const moves = to === last ? [{ name, from, to }, onward] : [{ name, from, to }]
		const ms = await moving(db, moves, [db.prepare(statement).bind(from, to)])
		onCall({ file, ...at, rows: { done: to, of: last }, ms })
		if (to === last) return
	}
}

const begin = (db: Client, name: string) =>
	db.prepare(`INSERT OR IGNORE INTO ${PLACES} (name, place) VALUES (?, 0)`).bind(name).run()

const placeOf = async (db: Client, name: string): Promise<number> =>
	(await db.prepare(`SELECT place FROM ${PLACES} WHERE name = ?`).bind(name).first<{ place: number }>())?.place ?? 0

/** Sends the statements as one batch that moves the places, or does nothing if they were moved before: the response was lost. */
async function moving(db: Client, moves: Move[], statements: D1PreparedStatement[]) {
	const started = performance.now()
	const moved = moves.map(({ name, from, to }) =>
		db.prepare(`UPDATE ${PLACES} SET place = iif(place = ?, ?, NULL) WHERE name = ?`).bind(from, to, name),
	)
	try {
		await db.batch([...moved, ...statements])
	} catch (error) {
		if (!String(error).includes(`NOT NULL constraint failed: ${PLACES}.place`)) throw error
	}
	return performance.now() - started
}
