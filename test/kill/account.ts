import { createServer, type IncomingMessage } from 'node:http'
import { withLocalState } from '../../src/tools/state.ts'

interface Batch {
	batch: { sql: string; params: unknown[] }[]
}

/** Plays the HTTP API of D1 and R2 on a state: a batch is one transaction, an object is its bytes. Returns what `use` returns. */
export const withAccount = <T>(state: string, use: (address: string) => Promise<T>): Promise<T> =>
	withLocalState(async ({ db, bucket }) => {
		const reply = async (request: IncomingMessage, url: string) => {
			if (request.headers.authorization !== 'Bearer token') return { status: 403, body: '{"success":false}' }
			const key = /^\/accounts\/account\/r2\/buckets\/plinth-archive\/objects\/(.+)$/.exec(url)?.[1]
			if (key !== undefined) {
				const object = await bucket.get(decodeURIComponent(key))
				return object ? { status: 200, body: Buffer.from(await object.arrayBuffer()) } : { status: 404, body: '' }
			}
			if (!/^\/accounts\/account\/d1\/database\/[\da-f-]{36}\/query$/.test(url)) return { status: 404, body: '{}' }
			const text = await new Response(request).text()
			const { batch } = JSON.parse(text) as Batch
			try {
				const result = await db.batch(batch.map(({ sql, params }) => db.prepare(sql).bind(...params)))
				return { status: 200, body: JSON.stringify({ success: true, result }) }
			} catch (error) {
				const errors = [{ message: (error as Error).message }]
				return { status: 400, body: JSON.stringify({ success: false, errors }) }
			}
		}
		const server = createServer(
			(request, response) =>
				void reply(request, request.url ?? '').then(({ status, body }) => response.writeHead(status).end(body)),
		)
		const port = await new Promise<number>((resolve) => {
			server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
		})
		try {
			return await use(`http://127.0.0.1:${port}`)
		} finally {
			server.close()
		}
	}, state)
