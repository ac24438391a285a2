// Hashes the Worker's passwords in this process, in libuv's threads. Bound as `PASSWORD_SERVICE`, so only the Worker reaches it:
// Miniflare's own port refuses anyone who lacks the secret that it shares with workerd.
import { scrypt, type ScryptOptions } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { type HashRequest, KEY_BYTES } from '../worker/sign-in/passwords/work.ts'

type Hash = () => Promise<void>

/** A service that makes as many hashes at a time as there are cores, those of known users first. Strangers leave a core free. */
export function passwordService(cores = availableParallelism()): (request: Pick<Request, 'json'>) => Promise<Response> {
	const waiting: Record<HashRequest['priority'], Hash[]> = { known: [], stranger: [] }
	let running = 0
	const next = () => waiting.known.shift() ?? (running < Math.max(1, cores - 1) ? waiting.stranger.shift() : undefined)

	function start(): void {
		while (running < cores) {
			const hash = next()
			if (!hash) return
			running += 1
			void hash().finally(() => {
				running -= 1
				start()
			})
		}
	}

	return async (request) => {
		const work = (await request.json()) as HashRequest
		const { promise, resolve } = Promise.withResolvers<Response>()
		waiting[work.priority].push(async () => resolve(await hashed(work)))
		start()
		return promise
	}
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** The key, or a 503 if nobody waits for it by now. */
async function hashed({ password, salt, cost, until }: HashRequest): Promise<Response> {
	if (Date.now() > until) return new Response(null, { status: 503 })
	try {
		return new Response(new Uint8Array(await derive(password, Buffer.from(salt, 'base64url'), KEY_BYTES, cost)))
	} catch {
		// The error could quote its input, so nobody sees it.
		return new Response(null, { status: 500 })
	}
}
