import { reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, vi } from 'vitest'
import { emptied } from './database.ts'
import { dropDeadlines } from './deadlines.ts'
import { left } from './left.ts'
import { called, forgetEverything, forgetObjects } from './program.ts'

/** `reset` passes over what isn't in memory, and an object leaves memory ten seconds after its last call. */
const callEach = () =>
	Promise.all([
		...[env.DB, env.COPIED_DB, env.EMPTY_DB].map((db) => db.prepare('SELECT 1').run()),
		env.KV.list(),
		env.ARCHIVE?.list(),
		...called().map((object) => runInDurableObject(object, () => undefined)),
	])

// The runner runs this before each file. Nothing of an earlier file is left: neither rows, nor objects, nor what the isolate remembers.
await callEach()
await reset()
await emptied(env.DB)
forgetObjects()
forgetEverything()
dropDeadlines()

// The configuration restores what a test replaced. So it is with the clock.
afterEach(() => void vi.useRealTimers())

const changed = left()
afterAll(() => {
	// As before each test.
	vi.restoreAllMocks()
	if (changed().length > 0) throw new Error(`The file leaves ${changed().join(', ')} changed`)
})
