import type { Locator, Page, Route } from 'playwright-core'
import { PLACES } from '../../src/console/places/places.ts'
import { settled, visit } from './settled.ts'

/** A write that the console sent, and what the API said about it. */
interface Sent {
	at: string
	call: string
	status: number
}

/** POSTs that only read. */
const READS = ['/names', '/resolve', '/rehearse', '/plan', '/check', '/verify']

/** They leave the org, follow a stream, or only change how the page shows something. */
const SKIPPED = /^(Switch to|Live|Copy|Download|Next page|Previous page|First page|Close|Cancel)/

/** Pressing every button takes a minute or two for a role. */
export const PRESSES = process.env['PROPERTY_RUNS'] === 'full'

/**
 * Opens every place of the console that a role is offered, and the first thing of each list with its sections. Under
 * `PROPERTY_RUNS=full` it also clicks everything there.
 */
export async function walk(page: Page): Promise<Sent[]> {
	const sent: Sent[] = []
	let at = ''
	await page.route('**/v1/**', async (route) => {
		const { method, path, isWrite } = told(route)
		if (!isWrite) return route.continue()
		// Nothing changes: the call is a dry run, and the page hears of a conflict.
		const headers = { ...route.request().headers(), 'dry-run': 'true' }
		const answer = await route.fetch({ headers })
		sent.push({ at, call: `${method} ${path}`, status: answer.status() })
		const isAsked = route.request().headers()['dry-run'] !== undefined
		return isAsked ? route.fulfill({ response: answer }) : route.fulfill({ status: 409, json: { error: 'conflict' } })
	})
	page.on('response', (response) => {
		if (response.status() === 403)
			sent.push({ at, call: `${response.request().method()} ${response.url()}`, status: 403 })
	})
	const queue = PLACES.map(({ to }) => `/console${to}`)
	const seen = new Set<string>()
	for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
		at = path
		await visit(page, path)
		for (const href of await linksOf(page)) {
			const kind = href.replaceAll(/[^/=]*_[0-9A-Z]{26}|[?&](?!tab).*$/g, '')
			if (seen.has(kind)) continue
			seen.add(kind)
			queue.push(href)
		}
		if (PRESSES) await clickAll(page, path)
	}
	return sent
}

function told(route: Route) {
	const { pathname } = new URL(route.request().url())
	const method = route.request().method()
	const isWrite = method !== 'GET' && !pathname.startsWith('/v1/auth/') && !READS.some((end) => pathname.endsWith(end))
	return { method, path: pathname, isWrite }
}

/** The first row of each list, and the sections of the page. */
const linksOf = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const hrefOf = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.getAttribute('href'))
		const sections = hrefOf('main nav[aria-label$="sections"] a')
		return [...hrefOf('main a[data-row-link]').slice(0, 1), ...sections].filter((href) => href !== null)
	})

const isOpen = (locator: Locator) => locator.last().isVisible()

/** The buttons of the page, or those of the dialog that the address opens. */
async function buttonsOf(page: Page): Promise<Locator> {
	const dialog = page.getByRole('dialog')
	return ((await isOpen(dialog)) ? dialog.last() : page.locator('main')).locator('button:visible:enabled')
}

async function clickAll(page: Page, path: string) {
	const names = await (
		await buttonsOf(page)
	).evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''))
	const clicked = new Set<string>()
	for (const [index, name] of names.entries()) {
		// A list has the same button in each row.
		const kind = name.split(' ').slice(0, 2).join(' ')
		if (name === '' || SKIPPED.test(name) || clicked.has(kind)) continue
		clicked.add(kind)
		await press(page, (await buttonsOf(page)).nth(index), path)
	}
}

async function press(page: Page, button: Locator, path: string) {
	await button.click()
	await settled(page)
	const items = await page.getByRole('menuitem').count()
	for (let item = 0; item < items; item += 1) {
		if (item > 0) await button.click()
		const choice = page.getByRole('menuitem').nth(item)
		if (await choice.isDisabled()) await page.keyboard.press('Escape')
		else await choice.click()
		await settled(page)
		await submit(page)
		await comeBack(page, path)
	}
	if (items > 0) return
	await submit(page)
	await comeBack(page, path)
}

/** Sends the form of an open dialog. */
async function submit(page: Page) {
	const send = page.getByRole('dialog').last().locator('button[type="submit"]:enabled')
	if (!(await isOpen(send))) return
	await send.last().evaluate((button) => (button as HTMLButtonElement).click())
	await settled(page)
}

/** Back to the page as it was, with nothing typed and no dialog on its way. */
async function comeBack(page: Page, path: string) {
	await page.goto(path)
	await settled(page)
}
