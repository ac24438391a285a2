import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PORT, ROOT } from './settings.ts'

/** The names of the Worker's variables and secrets: the string members of its generated `Env` and its optional one. */
export const VARIABLES = ['src/worker/worker-env.d.ts', 'src/worker/optional-env.d.ts'].flatMap((file) =>
	[...readFileSync(join(ROOT, file), 'utf8').matchAll(/^\t([A-Z_]+)\??: string;?$/gm)].map(
		([, name]) => name as string,
	),
)

/** Ends the process with a sentence if the port is taken. */
export async function requireFreePort(): Promise<void> {
	const server = createServer()
	const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
		server.once('error', resolve).listen(PORT, '127.0.0.1', () => resolve(undefined))
	})
	server.close()
	if (!error) return
	console.error(`Can't use port ${PORT} (${error.code}). Choose another one: PORT=8790 npm start`)
	process.exit(1)
}

/** Waits until the Worker at `address` is ready; throws after a minute, or after so many. */
export async function untilReady(address: string, minutes = 1, every_ms = 100): Promise<void> {
	for (let waited = 0; waited < minutes * 60_000; waited += every_ms) {
		const response = await fetch(`${address}/readyz`).catch(() => undefined)
		if (response?.ok) return
		await sleep(every_ms)
	}
	throw new Error(`${address}/readyz didn't return 200 within ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`)
}
