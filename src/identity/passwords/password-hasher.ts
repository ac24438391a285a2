import { scryptAsync } from '@noble/hashes/scrypt.js'
import { DurableObject } from 'cloudflare:workers'

/** What a hash costs, in scrypt's own parameters (RFC 7914). */
export interface Cost {
	N: number
	r: number
	p: number
}

const KEY_BYTES = 32

/** How long a hash works before it lets other work use its thread. A request needs the thread many times. */
const SLICE_MS = 2
/** From the start of a slice to the start of the next: while one hash runs, and while several do. */
const ALONE_MS = 3
const CROWDED_MS = 8

// On one machine all objects share an isolate and its thread with everything else. So they take turns by this shared time, which
// leaves three quarters of the thread to others. At the edge an object has its own thread, and its clock stops during a hash.
let freeAt = 0

function nextSlice(): Promise<void> {
	const at = performance.now()
	const startsAt = Math.max(at + 1, freeAt)
	freeAt = startsAt + (startsAt - at > ALONE_MS / 2 ? CROWDED_MS : ALONE_MS)
	return scheduler.wait(startsAt - at)
}

// The library pauses with `scheduler.yield()` of the Web Scheduling API, which workerd lacks. Nothing else here uses it.
Object.assign(scheduler, { yield: nextSlice })

/** Hashes passwords outside the isolates that handle requests, because a hash takes some 300 ms of a thread. Keeps no state. */
export class PasswordHasher extends DurableObject<Env> {
	/** The 32-byte key that scrypt derives from a password. */
	derive(password: string, salt: Uint8Array, cost: Cost): Promise<Uint8Array> {
		return scryptAsync(password, salt, { ...cost, dkLen: KEY_BYTES, asyncTick: SLICE_MS })
	}
}
