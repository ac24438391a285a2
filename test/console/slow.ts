import type { BrowserContext } from 'playwright-core'
import { inject } from 'vitest'

/** Whether each answer of the API takes its time, as on a train. A test that passes waits for what it wants to see. */
const IS_SLOW = process.env['SLOW_ANSWERS'] !== undefined

const slowed = new WeakSet<BrowserContext>()
let drawn = 0

/** Between 60 and 560 ms. The same seed draws the same times, but requests may come in another order. */
function delay(): number {
	drawn += 1
	const sine = Math.sin(inject('seed') + drawn) * 10_000
	return 60 + (sine - Math.floor(sine)) * 500
}

/** Lets the pages of a browser wait for each answer. What a test answers itself comes at once. */
export async function slowDown(context: BrowserContext): Promise<void> {
	if (!IS_SLOW || slowed.has(context)) return
	slowed.add(context)
	await context.route('**/v1/**', async (route) => {
		await new Promise((resolve) => setTimeout(resolve, delay()))
		// The page may be gone.
		await route.continue().catch(() => undefined)
	})
}
