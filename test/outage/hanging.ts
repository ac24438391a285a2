import worker, { Runtime, ToolGroup as Ours } from '../../src/worker/index.ts'

// Our Worker, whose D1 stalls when it's told to, and whose RPC methods can be called over HTTP.

// oxlint-disable-next-line oxc/no-barrel-file -- a stand-in for our Worker exports the classes that bindings name
export * from '../../src/worker/index.ts'

/** `?ms=60000` stalls D1 for that long. None of our routes is at these paths. */
const STALL = '/outage-stall'
const RPC = '/outage-rpc'
/** Every D1 call of a session goes through this method of workerd's own D1 client. */
const SEND = '_send'

type Session = D1DatabaseSession & Record<typeof SEND, (...args: unknown[]) => Promise<unknown>>

let stalled_until = 0

/** D1 whose calls wait until it's no longer stalled. */
const stalling = (db: D1Database) =>
	({
		withSession: (constraint) => {
			const session = db.withSession(constraint) as Session
			const send = session[SEND]
			session[SEND] = async (...args) => {
				const wait = stalled_until - Date.now()
				if (wait > 0)
					await new Promise((resolve) => {
						setTimeout(resolve, wait)
					})
				return send.apply(session, args)
			}
			return session
		},
	}) as Pick<D1Database, 'withSession'> as D1Database

/** Its second pass comes during the stall, and mustn't reach D1 either. */
export class ToolGroup extends Ours {
	constructor(state: DurableObjectState, env: Env) {
		super(state, { ...env, DB: stalling(env.DB) })
	}
}

async function rpc(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
	const { method, args } = await request.json<{ method: 'flag'; args: [string, string] }>()
	const reply = await new Runtime(ctx, env)[method](...args)
	return Response.json(reply, { status: reply && 'error' in reply ? 500 : 200 })
}

export default {
	fetch: (request, env, ctx) => {
		const { pathname, searchParams } = new URL(request.url)
		const here = { ...env, DB: stalling(env.DB) }
		if (pathname === RPC) return rpc(request, here, ctx)
		if (pathname !== STALL) return worker.fetch(request, here, ctx)
		stalled_until = Date.now() + Number(searchParams.get('ms'))
		return new Response()
	},
	queue: worker.queue,
	scheduled: worker.scheduled,
} satisfies ExportedHandler<Env>
