import type { Browser, BrowserContext, Page } from 'playwright-core'
import { devtoolsOf, newContext, type View } from './browser.ts'
import { handOn } from './logins.ts'

// A new context has no cache, so its first page loads and compiles every script again. A test leaves its contexts to the next one of
// the worker. A new process compiles them again, too, so all pages of a context share one, which a page that stays open keeps.

/** The contexts of a browser that no test is using, by `keyOf`. */
const idle = new WeakMap<Browser, Map<string, BrowserContext[]>>()

/** Where a context goes after its test. One that had to be new goes nowhere. */
const places = new WeakMap<BrowserContext, BrowserContext[]>()

const keyOf = (address: string, view: View) => JSON.stringify([address, Object.entries(view).toSorted()])

function placeOf(browser: Browser, key: string): BrowserContext[] {
	const ofBrowser = idle.get(browser) ?? new Map<string, BrowserContext[]>()
	idle.set(browser, ofBrowser)
	const place = ofBrowser.get(key) ?? []
	ofBrowser.set(key, place)
	return place
}

/** The page of a context that no test sees. Its process stays, and with it the compiled scripts. */
const keepers = new WeakMap<BrowserContext, Page>()

/** A context without cookies, and without pages that a test sees, from an earlier test if there is one. */
export async function takeContext(browser: Browser, address: string, view: View): Promise<BrowserContext> {
	const place = placeOf(browser, keyOf(address, view))
	const left = place.pop()
	const context = left ?? (await newContext(browser, address, view))
	places.set(context, place)
	if (!left) {
		const keeper = await context.newPage()
		await keeper.goto('/livez')
		keepers.set(context, keeper)
	}
	return context
}

/** Forgets what an earlier test stored. Call it with the context's first page, before that loads anything. */
export async function forgetStorage(page: Page, origin: string): Promise<void> {
	const devtools = await devtoolsOf(page)
	await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
}

/** Empties a context after its test, and leaves it and its session to the next one. */
export async function leaveContext(context: BrowserContext): Promise<void> {
	const keeper = keepers.get(context)
	for (const page of context.pages()) if (page !== keeper) await page.close()
	await handOn(context)
	await context.clearCookies()
	const place = places.get(context)
	if (place) place.push(context)
	else await context.close()
}
