// The console in Firefox, driven by puppeteer-core over WebDriver BiDi: somebody signs in, makes a flag, turns it on after a preview,
// reverts that from the audit log, looks at a chart, reads the console in Chinese and signs out.
import assert from 'node:assert/strict'
import { counterpart, debian, packages } from './packages.ts'
import { type Plinth, withPlinth } from './plinth.ts'

const FLAG = 'research.deep_mode'

/** Nothing here measures time. This only stops what hangs. */
const STOPS_MS = 60_000

interface Element {
	click: () => Promise<void>
	type: (text: string) => Promise<void>
}

interface Page {
	goto: (url: string, options: { waitUntil: 'domcontentloaded' }) => Promise<unknown>
	setDefaultTimeout: (ms: number) => void
	waitForSelector: (selector: string, options: { visible: true }) => Promise<Element | null>
	evaluate: <T>(body: string) => Promise<T>
	evaluateOnNewDocument: (body: string) => Promise<unknown>
	exposeFunction: (name: string, told: (text: string) => void) => Promise<void>
	keyboard: { press: (key: string) => Promise<void> }
	on: (event: string, heard: (about: never) => void) => void
}

interface Browser {
	version: () => Promise<string>
	newPage: () => Promise<Page>
	close: () => Promise<void>
}

interface Puppeteer {
	launch: (options: object) => Promise<Browser>
}

/** What must never happen on a page: errors, violations of the policy, and requests to other hosts. */
async function watched(page: Page, url: string): Promise<string[]> {
	const problems: string[] = []
	page.setDefaultTimeout(STOPS_MS)
	page.on('pageerror', (error: Error) => problems.push(`error: ${error.stack ?? error.message}`))
	page.on('console', (said: { type: () => string; text: () => string }) => {
		if (said.type() === 'error') problems.push(`console: ${said.text()}`)
	})
	page.on('request', (request: { url: () => string }) => {
		const { origin, protocol } = new URL(request.url())
		if (origin !== url && protocol !== 'data:') problems.push(`foreign request: ${request.url()}`)
	})
	await page.exposeFunction('tellViolation', (text) => void problems.push(`policy: ${text}`))
	await page.evaluateOnNewDocument(
		'addEventListener("securitypolicyviolation", (event) => tellViolation(`${event.violatedDirective} ${event.blockedURI}`))',
	)
	return problems
}

/** What somebody does in the console, step by step. Throws where something that should be there isn't there within a minute. */
async function journey(page: Page, { url, call }: Plinth): Promise<void> {
	const seen = async (path: string) => (await page.waitForSelector(`xpath/.${path}`, { visible: true })) as Element
	const click = async (path: string) => (await seen(path)).click()
	const button = (name: string, within = '') => `${within}//button[normalize-space()="${name}"][not(@disabled)]`
	const dialog = (title: string) => `//*[@role="dialog"][.//h2[normalize-space()="${title}"]]`
	const item = (name: string, role: string) => `//*[@role="${role}"][normalize-space()="${name}"]`
	const field = (name: string) => `//*[@name="${name}"]`
	const text = (words: string, within = '') => `${within}//*[contains(., "${words}")][not(*[contains(., "${words}")])]`
	const heading = (words: string) => `//h1[starts-with(normalize-space(), "${words}")]`
	const place = (name: string) => `//nav//a[normalize-space()="${name}"]`
	const menu = (name: string) => `//button[contains(., "${name}")]`

	await page.goto(`${url}/console/`, { waitUntil: 'domcontentloaded' })
	// Until the scripts are there, the page has a form of its own.
	await seen(button('Forgot your password?'))
	await (await seen(field('login'))).type('root')
	await (await seen(field('password'))).type('bootstrap-password-1')
	await page.keyboard.press('Enter')
	await seen(heading('Dashboard'))

	await click(place('Feature flags'))
	await click(button('New flag'))
	await (await seen(field('key'))).type(FLAG)
	await click(button('Create', dialog('New feature flag')))
	await seen(heading(FLAG))
	await click(button('Turn on'))
	const turning = dialog(`Turn ${FLAG} on for everyone?`)
	await seen(text('What will change', turning))
	await click(button('Turn on', turning))
	await seen(text(`Turned ${FLAG} on.`))
	const { default_value: isOn } = await call('GET', `/v1/feature-flags/${FLAG}`)
	assert.equal(isOn, true)
	await click(place('Feature flags'))
	await seen(`//tr[.//a[contains(., "${FLAG}")]]//*[translate(text(), "O", "o")="on"]`)

	await click(place('Audit log'))
	await click(`//a[contains(., "${FLAG}: off → on for everyone.")]`)
	await click(button('Revert', dialog('Feature flag updated')))
	const reverting = dialog('Revert “Feature flag updated”?')
	await seen(text(`${FLAG}: on → off for everyone.`, reverting))
	await click(button('Revert', reverting))
	await seen(text('Reverted the change.'))
	const { default_value: isStillOn } = await call('GET', `/v1/feature-flags/${FLAG}`)
	assert.equal(isStillOn, false)
	await page.keyboard.press('Escape')

	const { org_id } = await call('GET', '/v1/me')
	await call('POST', '/v1/runtime/runs', { run_id: 'run_seen', org_id, status: 'completed', total_cost_usd: 0.01 })
	await click(place('Dashboard'))
	await seen('//*[@role="slider"][@aria-label="Runs by day"]')
	assert.deepEqual(await page.evaluate(SHOWN_CAPTIONS), [])

	await click(menu('Account menu'))
	await click(item('简体中文', 'menuitemradio'))
	await seen(heading('概览'))
	assert.equal(await page.evaluate('document.documentElement.lang'), 'zh-CN')
	await click(place('审计日志'))
	await seen(heading('审计日志'))
	await click(menu('账号菜单'))
	await click(item('退出登录', 'menuitem'))
	await seen(field('login'))
}

/** The captions of tables that only screen readers should get, as far as they're on the screen. */
const SHOWN_CAPTIONS = `[...document.querySelectorAll('caption')]
	.filter((caption) => {
		caption.scrollIntoView({ block: 'center' })
		const { left, top, width, height } = caption.getBoundingClientRect()
		return document.elementFromPoint(left + width / 2, top + height / 2) === caption
	})
	.map((caption) => caption.textContent)`

await counterpart('firefox', async () => {
	debian('command -v firefox-esr', 'firefox-esr')
	const puppeteer = packages('puppeteer-core@24.43.1').require('puppeteer-core') as Puppeteer
	const browser = await puppeteer.launch({
		browser: 'firefox',
		executablePath: '/usr/bin/firefox-esr',
		headless: true,
		defaultViewport: { width: 1440, height: 900 },
	})
	try {
		const problems = await withPlinth({}, async (plinth) => {
			const page = await browser.newPage()
			const found = await watched(page, plinth.url)
			await journey(page, plinth).catch(async (error: unknown) => {
				console.error(await page.evaluate('document.URL + document.body.innerText'))
				throw error
			})
			return found
		})
		assert.deepEqual(problems, [])
		return [
			`in ${await browser.version()}, somebody signs in, makes a flag, turns it on after a preview, finds it in the list and in the audit log, reverts it, sees the chart of the dashboard, reads the console in Chinese and signs out`,
			'no page has an error, a violation of its policy or a request to another host',
		]
	} finally {
		await browser.close()
	}
})
