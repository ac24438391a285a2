import { Hono } from 'hono'
import { type Path, paths } from './paths.ts'

/** Our Worker's response and statements for a path, by the path's name. */
export type Captured = Record<string, { text: string; sql: string; params: unknown[] }>

interface FloorEnv {
	DB: D1Database
	CAPTURED: Captured
}

type Handler = (request: Request, env: FloorEnv) => Promise<Response>

const JSON_TYPE = { 'Content-Type': 'application/json' }

const pathnameOf = ({ path }: Path) => path.replace(/\?.*/, '')

const routes = new Hono<{ Bindings: FloorEnv }>()
const handlers = new Map<string, Handler>()

for (const path of paths) {
	const { name, method, floor } = path
	if (floor.kind === 'route') {
		routes.on(method, pathnameOf(path), (c) => c.body(c.env.CAPTURED[name]?.text ?? '', 200, JSON_TYPE))
		continue
	}
	handlers.set(`${method} ${pathnameOf(path)}`, async (request, { DB, CAPTURED }) => {
		if (floor.kind === 'read') {
			const { sql = '', params = [] } = CAPTURED[name] ?? {}
			const { results } = await DB.prepare(sql)
				.bind(...params)
				.all()
			return new Response(JSON.stringify(floor.shape(results)), { headers: JSON_TYPE })
		}
		const { params, response } = floor.work(await request.json())
		await DB.prepare(floor.sql)
			.bind(...params)
			.run()
		return new Response(JSON.stringify(response), { status: floor.status, headers: JSON_TYPE })
	})
}

export default routes

/** The raw handlers have their own entrypoint, so neither kind of floor pays for the other. */
export const raw = {
	fetch(request, env) {
		const handler = handlers.get(`${request.method} ${new URL(request.url).pathname}`)
		return handler ? handler(request, env) : new Response(null, { status: 404 })
	},
} satisfies ExportedHandler<FloorEnv>
