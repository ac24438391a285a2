import './migrated.ts'
import { env } from 'cloudflare:workers'
import { afterAll } from 'vitest'
import { dropDeadlines } from './deadlines.ts'

dropDeadlines()

// The object of a change that's still pending would roll it back in the middle of another file.
afterAll(async () => {
	await env.DB.prepare("UPDATE unconfirmed_changes SET status = 'confirmed' WHERE status = 'pending'").run()
})
