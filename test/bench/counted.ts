import worker from '../../src/worker/index.ts'

// Our Worker with every D1 call counted. It handles one request at a time and responds with what it did, so it's never timed.

// oxlint-disable-next-line oxc/no-barrel-file -- a stand-in for our Worker exports the classes that bindings name
export * from '../../src/worker/index.ts'

export interface Counted {
	status: number
	etag: string | null
	/** The body of our Worker's response. */
	text: string
	/** D1 calls; a batch is one. */
	calls: number
	rows_read: number
	rows_written: number
	/** Every statement, in order. */
	statements: { sql: string; params: unknown[] }[]
}

type Counts = Omit<Counted, 'status' | 'etag' | 'text'>

interface Result {
	meta: { rows_read?: number; rows_written?: number }
}

/** What every D1 call goes through, in workerd's own D1 client. */
const SEND = '_send'

interface Sender {
	/** A batch has arrays of queries and parameters. */
	[SEND](endpoint: string, query: string | string[], params: unknown[], ...rest: unknown[]): Promise<Result | Result[]>
}

let counts: Counts
let counting = false

function countCalls(db: D1Database) {
	const client = Object.getPrototypeOf(db.withSession('first-primary')) as Sender
	const send = client[SEND]
	client[SEND] = async function (endpoint, query, params, ...rest) {
		const mine = counts
		mine.calls += 1
		mine.statements.push(
			...(Array.isArray(query)
				? query.map((sql, i) => ({ sql, params: params[i] as unknown[] }))
				: [{ sql: query, params }]),
		)
		const results = await send.call(this, endpoint, query, params, ...rest)
		for (const { meta } of [results].flat()) {
			mine.rows_read += meta.rows_read ?? 0
			mine.rows_written += meta.rows_written ?? 0
		}
		return results
	}
	counting = true
}

export default {
	async fetch(request, env, ctx) {
		if (!counting) countCalls(env.DB)
		counts = { calls: 0, rows_read: 0, rows_written: 0, statements: [] }
		// What happens after the response is a cost of the request too.
		const later: Promise<unknown>[] = []
		const waiting: ExecutionContext = Object.create(ctx, {
			waitUntil: { value: (work: Promise<unknown>) => later.push(work) },
		})
		const response = await worker.fetch(request, env, waiting)
		const text = await response.text()
		await Promise.all(later)
		const { status, headers } = response
		return Response.json({ status, etag: headers.get('ETag'), text, ...counts } satisfies Counted)
	},
} satisfies ExportedHandler<Env>
