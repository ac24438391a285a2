import { Buffer } from 'node:buffer'
import type { HashRequest, Priority, Work } from './work.ts'

// On one machine, all objects share a thread with everything else. So `npm start` and `npm run serve` bind a service of the Node
// process beside workerd, which hashes in threads of its own.

/** The key that the service derives. Undefined if it gives up, because too many are waiting. */
export async function hashBeside(
	service: Fetcher,
	priority: Priority,
	{ salt, ...work }: Work,
): Promise<Uint8Array | undefined> {
	const body: HashRequest = { ...work, priority, salt: Buffer.from(salt).toString('base64url') }
	const response = await service.fetch('http://passwords/', { method: 'POST', body: JSON.stringify(body) })
	if (response.status === 503) return undefined
	if (!response.ok) throw new Error(`The password service answered ${response.status}`)
	return new Uint8Array(await response.arrayBuffer())
}
