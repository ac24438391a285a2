import worker from '../../src/worker/index.ts'

// Our Worker, with every D1 call counted by the kind of its request, as the header `X-Flood-Kind` says.

// oxlint-disable-next-line oxc/no-barrel-file -- a stand-in for our Worker exports the classes that bindings name
export * from '../../src/worker/index.ts'

/** Where the counts are read. None of our routes is there. */
const COUNTS = '/flood-counts'
/** Every D1 call of a session goes through this method of workerd's own D1 client. */
const SEND = '_send'

type Session = D1DatabaseSession & Record<typeof SEND, (...args: unknown[]) => Promise<unknown>>

const counts: Record<string, number> = {}

/** D1 whose sessions count their calls under `kind`. */
const counted = (db: D1Database, kind: string) =>
	({
		withSession: (constraint) => {
			const session = db.withSession(constraint) as Session
			const send = session[SEND]
			session[SEND] = (...args) => {
				counts[kind] = (counts[kind] ?? 0) + 1
				return send.apply(session, args)
			}
			return session
		},
	}) as Pick<D1Database, 'withSession'> as D1Database

export default {
	fetch: (request, env, ctx) => {
		if (new URL(request.url).pathname === COUNTS) return Response.json(counts)
		const DB = counted(env.DB, request.headers.get('X-Flood-Kind') ?? 'normal')
		return worker.fetch(request, { ...env, DB }, ctx)
	},
	queue: worker.queue,
	scheduled: worker.scheduled,
} satisfies ExportedHandler<Env>
