import type { Browser, BrowserContext, Page } from 'playwright-core'
import { signOut } from './again.ts'
import { devtoolsOf, newContext, newPage, resize, type View } from './browser.ts'
import { handOn } from './logins.ts'
import { isQuiet } from './settled.ts'

// A new context has no cache, so its first page loads and compiles every script again, and a new page of a known context compiles
// them again, too. So a test leaves its context with its first page to the next one of the worker, without what it did to them. Where
// it can, the page stays in the console and only signs out: whoever signs in next gets nothing of what was read or typed before.

/** The contexts of a browser that no test is using, by their address and language. Each has one empty page. */
const idle = new WeakMap<Browser, Map<string, BrowserContext[]>>()

/** Where a context goes after its test. One that had to be new goes nowhere. */
const places = new WeakMap<BrowserContext, BrowserContext[]>()

function placeOf(browser: Browser, key: string): BrowserContext[] {
	const ofBrowser = idle.get(browser) ?? new Map<string, BrowserContext[]>()
	idle.set(browser, ofBrowser)
	const place = ofBrowser.get(key) ?? []
	ofBrowser.set(key, place)
	return place
}

/** A context without cookies, from an earlier test if there is one. */
export async function takeContext(browser: Browser, address: string, { locale }: View): Promise<BrowserContext> {
	const place = placeOf(browser, `${locale} ${address}`)
	const context = place.pop() ?? (await newContext(browser, address, locale ? { locale } : {}))
	places.set(context, place)
	return context
}

/** The page that an earlier test left in a context, or a new one, as a test wants to see it. */
export async function pageOf(
	context: BrowserContext,
	{ theme = 'light', width = 1440, height = 900 }: View,
): Promise<Page> {
	const page = context.pages()[0] ?? (await newPage(context))
	await page.emulateMedia({ colorScheme: theme })
	// Also if it says that it has this size: what an earlier test set may have arrived after its end.
	await resize(page, { width, height })
	return page
}

/** What tests listen to. */
const EVENTS = ['console', 'dialog', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response'] as const

/** Undoes what a test did to a page. One that can't sign out is emptied: that address is nobody's, so it has no storage either. */
async function clean(page: Page): Promise<void> {
	const isSettled = await isQuiet(page)
	for (const event of EVENTS) page.removeAllListeners(event)
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	if (!isSettled || !(await signOut(page))) await page.goto('about:blank')
	const devtools = await devtoolsOf(page)
	await devtools.send('Page.resetNavigationHistory')
	await devtools.send('WebAuthn.disable')
}

/** Empties a context after its test, and leaves it and its session to the next one. */
export async function leaveContext(context: BrowserContext): Promise<void> {
	const place = places.get(context)
	const [first, ...others] = context.pages()
	for (const page of others) await page.close()
	if (place && first) await clean(first)
	else await first?.close()
	await handOn(context)
	await context.clearCookies()
	if (place) place.push(context)
	else await context.close()
}
