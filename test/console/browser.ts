import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { countRequests } from './settled.ts'

/** Debian's packages. The first one has no window and takes half the time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Debian's Chromium, or the one that `CHROMIUM` names. */
export async function launch(): Promise<Browser> {
	const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path)) ?? BROWSERS[0]
	if (!executablePath || !existsSync(executablePath))
		throw new Error(
			`There is no ${executablePath}. Install it, or name a Chromium: CHROMIUM=/path npm run test:console`,
		)
	return chromium.launch({
		executablePath,
		// Resolves no names, so a page that contacts another host fails.
		args: [
			'--no-sandbox',
			'--disable-dev-shm-usage',
			'--disable-gpu',
			// The pages of a context share a process, which has compiled the scripts already.
			'--process-per-site',
			'--renderer-process-limit=1',
			// No page lives long enough for faster code to be worth its compilation.
			'--js-flags=--no-opt --no-maglev',
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
		],
	})
}

export interface View {
	width?: number
	height?: number
	theme?: 'light' | 'dark'
	/** What the browser asks for. */
	locale?: string
}

/** No test measures time. This only stops one that hangs. */
export const STOPS_MS = 60_000

export async function newContext(
	browser: Browser,
	address: string,
	{ width = 1440, height = 900, theme = 'light', locale = 'en-US' }: View = {},
) {
	const context = await browser.newContext({
		baseURL: address,
		viewport: { width, height },
		colorScheme: theme,
		locale,
		reducedMotion: 'reduce',
		timezoneId: 'Europe/Berlin',
		permissions: ['clipboard-read', 'clipboard-write'],
	})
	// For its pages, and for its calls of the API.
	context.setDefaultTimeout(STOPS_MS)
	return context
}

/** Signs the context in through the API: the refresh cookie is all that a browser keeps. */
export async function logIn(context: BrowserContext, data: { login: string; password: string }) {
	const response = await context.request.post('/v1/auth/login', { data, maxRetries: 2 })
	if (!response.ok())
		throw new Error(`The login of ${data.login} answered ${response.status()}: ${await response.text()}`)
	return (await response.json()) as { access_token: string }
}

const sessions = new WeakMap<Page, CDPSession>()

/** The page's session with Chromium's developer tools. It stays open, because what it sets ends with it. */
export async function devtoolsOf(page: Page): Promise<CDPSession> {
	const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
	sessions.set(page, session)
	return session
}

/**
 * Paints one pixel of a page. It's laid out, scrolled and clicked as if all of it was there. No test looks at pixels, and painting
 * them is more than a third of the work of a page on a machine without a GPU.
 */
async function paintNothing(page: Page): Promise<void> {
	const size = page.viewportSize()
	if (!size) return
	const devtools = await devtoolsOf(page)
	const metrics = { ...size, deviceScaleFactor: 1, mobile: false, dontSetVisibleSize: true }
	await devtools.send('Emulation.setDeviceMetricsOverride', metrics)
	await devtools.send('Emulation.setVisibleSize', { width: 1, height: 1 })
}

export async function newPage(context: BrowserContext): Promise<Page> {
	const page = await context.newPage()
	await paintNothing(page)
	return page
}

/** Gives a page that isn't painted another viewport, in CSS pixels. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
	await page.setViewportSize(size)
	await paintNothing(page)
}

/** Collects what must never happen in a page: errors, complaints about the policy, and requests to other hosts. */
export function watch(page: Page, address: string): string[] {
	const problems: string[] = []
	countRequests(page)
	page.on('pageerror', (error) => problems.push(`error: ${error.stack ?? error.message}`))
	page.on('console', (message) => {
		const text = message.text()
		// Chromium logs this line for every refusal of the API.
		if (message.type() === 'error' && !text.startsWith('Failed to load resource')) problems.push(`console: ${text}`)
		if (/Content.Security.Policy|Trusted ?Type/i.test(text)) problems.push(`policy: ${text}`)
	})
	page.on('request', (request) => {
		const { origin, protocol } = new URL(request.url())
		if (origin !== address && protocol !== 'data:') problems.push(`foreign request: ${request.url()}`)
	})
	return problems
}
