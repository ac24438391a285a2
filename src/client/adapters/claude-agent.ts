import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Invalid, Stopped } from '../errors.ts'
import { Guard, guarding, type UsableModel } from './guard.ts'
import { unversioned } from './vendors.ts'

type Environment = Record<string, string | undefined>

/** What of a request the program's server passes on. */
const PASSED = ['content-type', 'accept', 'anthropic-version', 'anthropic-beta', 'user-agent']

/** A run around Anthropic's Agent SDK. Its program is a process of its own, so it calls the model through a server of this one. */
class ClaudeAgentGuard extends Guard {
	private server: Server | undefined
	private stopped: unknown

	/** The options of `query`, with yours: the model, and where the program calls it. It never gets the key of the vendor. */
	options<O extends { env?: Environment }>(
		selector: string,
		own?: O,
	): Promise<O & { model: string; env: Environment }> {
		return this.use(selector, async (found) => {
			if (found.provider !== 'vendor_b') throw new Invalid('selector', 'must lead to a model of the kind vendor_b')
			const token = crypto.randomUUID()
			const ANTHROPIC_BASE_URL = await this.listen(found, token)
			const env = {
				...(own?.env ?? process.env),
				ANTHROPIC_BASE_URL,
				ANTHROPIC_API_KEY: token,
				ANTHROPIC_AUTH_TOKEN: undefined,
				// What the program does beside its work is of the same run, and has the same price.
				ANTHROPIC_DEFAULT_HAIKU_MODEL: found.model,
			}
			return { ...(own as O), model: found.model, env }
		})
	}

	/** The messages of a `query`, whose end is that of the run. Throws `Stopped` in place of what the program makes of it. */
	async *messages<M>(query: AsyncIterable<M>): AsyncGenerator<M, void> {
		try {
			yield* query
			if (this.stopped) throw this.stopped
			await this.end()
		} catch (error) {
			await this.endWith(this.stopped ?? error)
			throw this.stopped ?? error
		} finally {
			await this.end('cancelled')
			this.server?.close()
			this.server?.closeAllConnections()
		}
	}

	private async listen(found: UsableModel, token: string): Promise<string> {
		this.server = createServer((from, to) => {
			const { 'x-api-key': key, authorization } = from.headers
			if (key !== token && authorization !== `Bearer ${token}`) to.writeHead(401).end()
			else this.pass(found, from, to).catch((error: unknown) => this.fail(error, to))
		})
		// A program that has ended without its messages being read isn't kept alive.
		this.server.unref()
		await once(this.server.listen(0, '127.0.0.1'), 'listening')
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
	}

	private async pass({ base_url, api_key }: UsableModel, from: IncomingMessage, to: ServerResponse) {
		const headers = PASSED.flatMap((name) =>
			typeof from.headers[name] === 'string' ? [[name, from.headers[name]]] : [],
		)
		const credential = from.headers.authorization ? { Authorization: `Bearer ${api_key}` } : { 'X-Api-Key': api_key }
		const gone = new AbortController()
		to.once('close', () => gone.abort())
		const method = from.method ?? 'GET'
		const response = await this.fetch(unversioned(base_url) + (from.url ?? ''), {
			method,
			headers: { ...(Object.fromEntries(headers) as Record<string, string>), ...credential },
			signal: gone.signal,
			...(method === 'POST' && { body: new Uint8Array(await buffer(from)) }),
		})
		to.writeHead(response.status, { 'Content-Type': response.headers.get('Content-Type') ?? 'application/json' })
		if (response.body) Readable.fromWeb(response.body as never).pipe(to)
		else to.end()
	}

	/** A refusal that the program doesn't repeat. */
	private fail(error: unknown, to: ServerResponse) {
		if (error instanceof Stopped) this.stopped = error
		const message = error instanceof Error ? error.message : 'The call failed'
		if (!to.headersSent) to.writeHead(error instanceof Stopped ? 400 : 502, { 'Content-Type': 'application/json' })
		to.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }))
	}
}

export const plinth = guarding(ClaudeAgentGuard)
