import { answered, Refusal, type Reply } from '../api.ts'
import type { Permission } from '../session/session.ts'
import { inTime, sleep } from './in-time.ts'

/** What people can do with several rows of a list at once. Each row is a call of its own. */
export interface Bulk<Row> {
	/** What a row is called where it's named. */
	nameOf: (row: Row) => string
	actions: readonly BulkAction<Row>[]
}

export interface BulkAction<Row> {
	/** The label of its button, a verb. */
	label: string
	isDanger?: boolean
	/** The permissions of which it needs one. Others don't see it. */
	needs?: readonly Permission[]
	/** The rows it's for. The other selected rows stay as they are. */
	takes?: (row: Row) => boolean
	/** The question before it. Left out where nobody would miss what it changes, as for a read mark. */
	ask?: { title: (count: number) => string; body: string }
	/** Calls the API for a row. Pass `headers` on. */
	send: (row: Row, headers: Record<string, string>) => Promise<Reply<unknown>>
	/** The toast afterwards. */
	done: (count: number) => string
	/** The first elements of the only query keys that it can affect. If left out, everything on screen is read again. */
	refreshes?: string[]
}

/** What became of a row. */
export interface Outcome<Row> {
	row: Row
	refusal?: Refusal | undefined
}

/** The most calls at once: the API counts them per minute, and a browser has six connections. */
const AT_ONCE = 4

/** Calls the API for each row, four at a time. When one comes too early, the others wait as long as the API says. */
export async function runEach<Row>(
	rows: readonly Row[],
	send: (row: Row) => Promise<Reply<unknown>>,
	onOutcome: (outcome: Outcome<Row>) => void,
	signal: AbortSignal,
): Promise<void> {
	const left = [...rows]
	let notBefore = 0
	const once = async (row: Row) => {
		await sleep(Math.max(0, notBefore - Date.now()) / 1000, signal)
		return answered(send(row)).catch((refused: unknown) => {
			const wait_s = refused instanceof Refusal && refused.status === 429 ? (refused.retry_after_s ?? 0) : 0
			notBefore = Math.max(notBefore, Date.now() + wait_s * 1000)
			throw refused
		})
	}
	const next = async (): Promise<void> => {
		const row = signal.aborted ? undefined : left.shift()
		if (row === undefined) return undefined
		try {
			await inTime(() => once(row), signal)
			onOutcome({ row })
		} catch (error) {
			const refusal = error instanceof Refusal ? error : new Refusal(0, { error: 'unknown', message: String(error) })
			onOutcome({ row, refusal })
		}
		return next()
	}
	await Promise.all(Array.from({ length: AT_ONCE }, next))
}
