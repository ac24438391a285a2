import { scryptAsync } from '@noble/hashes/scrypt.js'
import { DurableObject } from 'cloudflare:workers'

/** What a hash costs, as scrypt (RFC 7914) names it. */
export interface Cost {
	N: number
	r: number
	p: number
}

const KEY_BYTES = 32

/** How long a hash works before it lets other work of its thread go on. A request passes through the thread many times. */
const SLICE_MS = 2
/** From the beginning of a slice to that of the next one: while one hash is at work, and while several are. */
const ALONE_MS = 3
const CROWDED_MS = 8

// On one machine all objects share an isolate and its thread with everything else. So they share this clock of slices, which
// leaves three quarters of the thread to others. At the edge an object has its own thread, and the clock stands still in a hash.
let freeAt = 0

function nextSlice(): Promise<void> {
	const at = performance.now()
	const startsAt = Math.max(at + 1, freeAt)
	freeAt = startsAt + (startsAt - at > ALONE_MS / 2 ? CROWDED_MS : ALONE_MS)
	return scheduler.wait(startsAt - at)
}

// The library pauses by `scheduler.yield()` of the Web Scheduling API, which workerd lacks. Nothing else here uses it.
Object.assign(scheduler, { yield: nextSlice })

/** Hashes passwords away from the isolates that answer requests, since a hash takes some 300 ms of a thread. Keeps no state. */
export class PasswordHasher extends DurableObject<Env> {
	/** The key of 32 bytes that scrypt derives from a password. */
	derive(password: string, salt: Uint8Array, cost: Cost): Promise<Uint8Array> {
		return scryptAsync(password, salt, { ...cost, dkLen: KEY_BYTES, asyncTick: SLICE_MS })
	}
}
