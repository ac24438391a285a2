import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

const POLL_MS = 10
/** Only stops a page that hangs. */
const AT_MOST_MS = 60_000

interface Requests {
	begun: number
	open: Set<Request>
}

/** Not in TypeScript's library yet. */
export interface Scheduler {
	postTask: (task: () => void, options: { priority: 'background' }) => Promise<void>
}

const requestsOf = new WeakMap<Page, Requests>()

/** Counts the requests of a page. `settled` waits for them. */
export function countRequests(page: Page): void {
	const requests: Requests = { begun: 0, open: new Set() }
	requestsOf.set(page, requests)
	const end = (request: Request) => void requests.open.delete(request)
	page.on('request', (request) => {
		// A new document drops the requests of the previous one.
		if (request.isNavigationRequest()) requests.open.clear()
		requests.begun += 1
		requests.open.add(request)
	})
	page.on('requestfinished', end)
	page.on('requestfailed', end)
	page.on('response', (response) => {
		// A stream, such as the tail of the log, never ends.
		if (response.headers()['content-type']?.startsWith('text/event-stream')) end(response.request())
	})
}

/** Whether no request of a page is open, now or in a moment. */
export async function isQuiet(page: Page): Promise<boolean> {
	const count = () => requestsOf.get(page)?.open.size
	for (let waited = 0; waited < 300 && count(); waited += POLL_MS) await sleep(POLL_MS)
	return count() === 0
}

/** Waits until a screen shows what it read: no request is pending, nothing is busy, and the fonts have loaded. */
export async function settled(page: Page): Promise<void> {
	const requests = requestsOf.get(page)
	if (!requests) throw new Error('Open the page with watch(), which counts its requests')
	let begun: number
	// A response can cause another request, so this only holds if no request began meanwhile.
	do {
		await ended(requests)
		begun = requests.begun
		await page.waitForFunction(
			() =>
				document.querySelector('h1, [role="alert"]') !== null &&
				// What a dialog covers may wait for its answer.
				document.querySelector('[aria-busy="true"]:not([inert] *, [aria-hidden="true"] *)') === null,
		)
		await page.evaluate(async () => {
			await document.fonts.ready
			// It comes after everything that's left to run, such as reading and drawing a response.
			const { scheduler } = window as unknown as { scheduler: Scheduler }
			const idle = () => scheduler.postTask(() => undefined, { priority: 'background' })
			await idle()
			await new Promise((done) => requestAnimationFrame(done))
			await idle()
		})
	} while (requests.open.size > 0 || requests.begun > begun)
}

/** Waits for the pending requests. */
async function ended({ open }: Requests) {
	for (let waited = 0; open.size > 0; waited += POLL_MS) {
		if (waited > AT_MOST_MS)
			throw new Error(`These requests do not end: ${[...open].map((request) => request.url()).join(', ')}`)
		await sleep(POLL_MS)
	}
}

/** Opens a place as its link does: in the same document, which takes a third of the time that a new one does. */
export async function visit(page: Page, path: string): Promise<void> {
	await page.evaluate((to) => {
		// The router counts its entries, so that it can tell Back from Forward. It hears of this one by itself.
		const key = crypto.randomUUID()
		const { __TSR_index: index = 0 } = (history.state ?? {}) as { __TSR_index?: number }
		history.pushState({ key, __TSR_key: key, __TSR_index: index + 1 }, '', to)
	}, path)
	await settled(page)
}
